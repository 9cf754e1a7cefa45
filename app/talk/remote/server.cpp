#include "app/talk/remote/server.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <random>
#include <string_view>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <httplib.h>

#include "app/base/files/data_file.h"
#include "app/base/files/text_file.h"
#include "core/base/error.h"
#include "platform/network.h"

namespace sweep::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t longest_page = 1 << 18, longest_request = 8192, most_commands = 32;
constexpr double seconds_a_request = 5;
constexpr double seconds_of_silence =
    1;  // until the first byte: browsers open connections that they may not need
constexpr std::size_t threads = 8;
constexpr int most_waiting = 64;  // connections that no thread has taken yet

// Nothing is loaded but from here, and nothing of the lecture is HTML in the page.
constexpr const char* policy =
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; base-uri "
    "'none'; form-action 'none'; frame-ancestors 'none'";

// 128 random bits.
std::string new_token() {
    std::random_device dice;
    std::string token;
    for (int i = 0; i < 4; ++i) token += fmt::format("{:08x}", std::uint32_t(dice()));
    return token;
}

// 40 random bits that somebody can type who has no camera: no letter looks like another one.
std::string new_room_token() {
    constexpr std::string_view letters = "abcdefghijkmnpqrstuvwxyz23456789";
    static_assert(letters.size() == 32);
    std::random_device dice;
    std::string token;
    for (int i = 0; i < 8; ++i) token += letters[dice() % letters.size()];
    return token;
}

// One request and its answer, which end after so many bytes and seconds, however they come. The library gets its
// first line alone.
class Conversation : public httplib::Stream {
  public:
    explicit Conversation(socket_t connection) : connection_(connection) {}
    bool is_readable() const override { return seconds_left() > 0; }
    bool is_writable() const override { return seconds_left() > 0; }
    ssize_t read(char* bytes, size_t size) override {
        if (is_silent_) hear();
        const std::size_t count = std::min(size, heard_.size() - read_);
        std::copy_n(heard_.data() + read_, count, bytes);
        read_ += count;
        return ssize_t(count);
    }
    ssize_t write(const char* bytes, size_t size) override {
        const std::size_t count = platform::send(connection_, bytes, size, seconds_left());
        return count > 0 ? ssize_t(count) : -1;
    }
    void get_remote_ip_and_port(std::string&, int&) const override {}
    void get_local_ip_and_port(std::string&, int&) const override {}
    socket_t socket() const override { return connection_; }

  private:
    double seconds_left() const {
        const double most = is_silent_ ? seconds_of_silence : seconds_a_request;
        return most - std::chrono::duration<double>(Clock::now() - began_).count();
    }
    void hear() {
        std::string come;
        char bytes[1024];
        do {
            const std::size_t most = std::min(sizeof bytes, longest_request - come.size()),
                              count = platform::receive(connection_, bytes, most, seconds_left());
            is_silent_ = false;
            if (count == 0) return;
            const std::size_t from = come.size();
            come.append(bytes, count);
            heard_ = first_line_alone(come, from);
        } while (heard_.empty() && come.size() < longest_request);
    }

    socket_t connection_;
    std::string heard_;      // what the library reads
    std::size_t read_ = 0;   // of that
    bool is_silent_ = true;  // nothing has come
    Clock::time_point began_ = Clock::now();
};

// This thread closes connections without reading them.
thread_local bool turns_away = false;

class Server : public httplib::Server {
  public:
    // Who waits is turned away, so that the end waits for those alone who are being answered.
    void end() {
        ends_ = true;
        stop();
    }

  private:
    bool process_and_close_socket(socket_t connection) override {
        bool is_closed = false, done = false;
        if (!turns_away && !ends_) {
            Conversation stream(connection);
            done = process_request(stream, true, is_closed, nullptr);
        }
        platform::close_connection(connection);
        return done;
    }

    std::atomic<bool> ends_ = false;
};

// A few threads, and a bounded number of connections that wait for them.
class Queue : public httplib::TaskQueue {
    using Taken =
        decltype(std::declval<httplib::TaskQueue&>().enqueue({}));  // void, or bool in newer versions

  public:
    Taken enqueue(std::function<void()> connection) override {
        if (waiting_ >= most_waiting) {
            turns_away = true;
            connection();
            turns_away = false;
            return Taken(true);
        }
        ++waiting_;
        pool_.enqueue([this, connection = std::move(connection)] {
            --waiting_;
            connection();
        });
        return Taken(true);
    }
    void shutdown() override { pool_.shutdown(); }

  private:
    std::atomic<int> waiting_ = 0;
    httplib::ThreadPool pool_{threads};
};

std::string url_of(const RemoteAddress& address, int port, const std::string& token) {
    std::string host = address.host;
    if (host == "0.0.0.0" || host == "::")
        if (const std::string own = platform::own_address(); !own.empty()) host = own;
    if (host.find(':') != std::string::npos) host = "[" + host + "]";
    return fmt::format("http://{}:{}/{}/", host, port, token);
}

}  // namespace

struct Remote::State {
    Server server;
    std::function<void()> wake;
    const RemoteTokens tokens{new_token(), new_room_token()};
    const RemotePages pages{page("remote"), page("room")};
    std::string url, room_url;
    std::mutex mutex;  // of the four below
    TalkStatus status;
    Clock::time_point shown_at;
    std::vector<RemoteCommand> commands;
    RoomAnswers answers;
    std::atomic<bool> has_ended = false;
    std::jthread thread;  // ends first

    static std::string page(const std::string& name) {
        return read_text(data_file("assets/" + name + ".html").string(), "page of the " + name, longest_page);
    }

    RemoteReply reply(const std::string& method, const std::string& path) {
        const RemoteReply too_many{503, "text/plain", "too many\n", {}, {}};
        const std::lock_guard lock(mutex);
        TalkStatus now = status;
        const double since = std::chrono::duration<double>(Clock::now() - shown_at).count();
        now.talk_seconds += since;
        now.step_seconds += since;
        now.question.answers = answers.count();
        RemoteReply reply = answer(method, path, tokens, now, pages);
        if (reply.command && commands.size() >= most_commands) return too_many;
        if (reply.command) commands.push_back(*reply.command);
        if (reply.answer && !answers.take(*reply.answer)) return too_many;
        return reply;
    }
};

std::string why_no_remote() {
    return "";
}

Remote::Remote(const RemoteAddress& address, std::function<void()> wake) : state_(std::make_unique<State>()) {
    State& state = *state_;
    state.wake = std::move(wake);
    Server& server = state.server;
    server.new_task_queue = [] { return new Queue; };
    server.set_socket_options([](socket_t socket) { platform::keep_port(socket); });
    server.set_default_headers({{"Content-Security-Policy", policy},
                                {"Referrer-Policy", "no-referrer"},
                                {"X-Content-Type-Options", "nosniff"},
                                {"Cache-Control", "no-store"}});
    // Every request is answered here, before the library would read what comes after its header.
    server.set_pre_routing_handler([&state](const httplib::Request& request, httplib::Response& response) {
        const RemoteReply reply = state.reply(request.method, request.path);
        response.status = reply.status;
        if (!reply.body.empty()) response.set_content(reply.body, reply.type);
        if (reply.command || reply.answer) state.wake();
        return httplib::Server::HandlerResponse::Handled;
    });
    const int port = address.port > 0 ? (server.bind_to_port(address.host, address.port) ? address.port : -1)
                                      : server.bind_to_any_port(address.host);
    if (port <= 0)
        throw Error(
            ExitCode::failed,
            fmt::format("--remote cannot serve at {}{}: it is no address of this machine, or the port "
                        "is taken",
                        address.host, address.port > 0 ? fmt::format(":{}", address.port) : ""));
    state.url = url_of(address, port, state.tokens.lecturer);
    state.room_url = url_of(address, port, state.tokens.room);
    state.thread = std::jthread([&state] {
        state.server.listen_after_bind();
        state.has_ended = true;
    });
    // What has not begun cannot be stopped.
    while (!server.is_running() && !state.has_ended)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

Remote::~Remote() {
    if (state_) state_->server.end();
}

const std::string& Remote::url() const {
    return state_->url;
}

const std::string& Remote::room_url() const {
    return state_->room_url;
}

bool Remote::reaches_phones() const {
    const std::string_view host = std::string_view(state_->url).substr(std::string_view("http://").size());
    return !host.starts_with("127.") && !host.starts_with("localhost") && !host.starts_with("[::1]");
}

void Remote::show(TalkStatus status) {
    const std::lock_guard lock(state_->mutex);
    state_->answers.ask(status.question.id);
    state_->status = std::move(status);
    state_->shown_at = Clock::now();
}

std::vector<RemoteCommand> Remote::take() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->commands, {});
}

std::vector<double> Remote::answers() const {
    const std::lock_guard lock(state_->mutex);
    return state_->answers.values();
}

}  // namespace sweep::app
