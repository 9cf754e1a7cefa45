// Libraries that are loaded while the program runs.
#pragma once

#include <string>

namespace sweep::platform {

// A library that has been loaded, for as long as the program runs: threads and caches of its own may outlive whoever
// asked for it. Copies stand for the same library.
class DynamicLibrary {
  public:
    // A path, or a name that is looked for where the system looks for libraries.
    explicit DynamicLibrary(const std::string& name);

    bool is_loaded() const { return handle_ != nullptr; }
    // Its function of this name; null where the library has none or was not loaded.
    template <class Function>
    Function function(const char* name) const {
        return reinterpret_cast<Function>(address(name));
    }
    // Why the last library could not be loaded, or the last function not be found, in the system's words.
    static std::string why_not();

  private:
    void* address(const char* name) const;

    void* handle_ = nullptr;
};

}  // namespace sweep::platform
