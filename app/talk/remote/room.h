// The answers of a room to one question: one a phone, and no more than so many.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace sweep::app {

struct RoomAnswer {
    int question = 0;
    std::string phone;  // by which a later answer is known to replace an earlier one
    double value = 0;   // finite
    friend bool operator==(const RoomAnswer&, const RoomAnswer&) = default;
};

class RoomAnswers {
  public:
    static constexpr std::size_t most = 1000;

    // Another question has no answers yet.
    void ask(int question) {
        if (question != question_) answers_.clear();
        question_ = question;
    }
    // False where there are too many already. An answer to another question is none.
    bool take(const RoomAnswer& answer) {
        if (answer.question != question_) return true;
        if (answers_.size() >= most && !answers_.contains(answer.phone)) return false;
        answers_[answer.phone] = answer.value;
        return true;
    }
    std::size_t count() const { return answers_.size(); }
    std::vector<double> values() const {
        std::vector<double> values;
        values.reserve(answers_.size());
        for (const auto& [phone, value] : answers_) values.push_back(value);
        return values;
    }

  private:
    int question_ = 0;
    std::map<std::string, double> answers_;
};

}  // namespace sweep::app
