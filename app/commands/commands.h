// The commands of the command line. Each prints its result on stdout and notes on stderr, and throws Error.
#pragma once

#include <string>
#include <vector>

#include "app/command_line/parser.h"

namespace sweep::app {

// Reads the arguments of the program, without its name. Throws Error(usage), with one line of text.
CommandLine read_command_line(std::vector<std::string> arguments);

// Rows of the table, of which commands() (app/command_line/parser.h) is the whole.
Command window_command();
Command filter_command();
Command shot_command();
Command figure_command();
Command rehearse_command();
Command design_command();
Command sigma_command();
Command list_command();
Command doctor_command();
Command tune_command();
Command lab_command();

}  // namespace sweep::app
