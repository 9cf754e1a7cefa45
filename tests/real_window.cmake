# The tests open a real window, on a display that nobody sees, with settings of their own. They do not use
# Wayland, which GLFW would choose first: it is found unnamed in XDG_RUNTIME_DIR.
set(no_wayland env -u WAYLAND_DISPLAY -u WAYLAND_SOCKET -u XDG_RUNTIME_DIR)
find_program(SWEEP_XVFB_RUN xvfb-run)
find_program(SWEEP_XDOTOOL xdotool)
# Without -noreset the server restarts when its last client leaves, and refuses clients meanwhile.
set(display ${no_wayland} "${SWEEP_XVFB_RUN}" -a -s "-screen 0 1280x1024x24 -noreset")
if(SWEEP_XVFB_RUN)
    add_test(NAME window.opens COMMAND ${display} $<TARGET_FILE:sweep> --size 640x360 --frames 30)
    set_tests_properties(window.opens PROPERTIES TIMEOUT 120
        ENVIRONMENT "${leaky_drivers};XDG_CONFIG_HOME=${CMAKE_CURRENT_BINARY_DIR}/window_opens")
    # A folder under a file cannot exist.
    add_test(NAME window.goes_on_without_a_home COMMAND ${display} sh -c
        "XDG_CONFIG_HOME=/dev/null/home $<TARGET_FILE:sweep> '${PROJECT_SOURCE_DIR}/assets/window.png' --size 320x200 --frames 5 2> no_home.txt; test $? = 0 && grep -q 'settings are not kept' no_home.txt")
    add_executable(test_window_reset window/reset.cpp support/scratch.h)
    target_link_libraries(test_window_reset PRIVATE sweep_app third_party::gtest test_main)
    add_test(NAME window.outlives_a_reset_of_the_driver COMMAND ${display} $<TARGET_FILE:test_window_reset>)
    set_tests_properties(window.outlives_a_reset_of_the_driver PROPERTIES TIMEOUT 120 ENVIRONMENT "${leaky_drivers}")
    add_executable(test_presenter_window presenter/real_window.cpp)
    target_link_libraries(test_presenter_window PRIVATE sweep_app third_party::glfw third_party::imgui third_party::gtest test_main)
    add_test(NAME window.presenter_beside_the_stage COMMAND ${display} $<TARGET_FILE:test_presenter_window>)
    set_tests_properties(window.presenter_beside_the_stage PROPERTIES TIMEOUT 120 ENVIRONMENT "${leaky_drivers}")
    # Only Mesa can pretend to be old.
    add_test(NAME window.of_an_old_driver_is_error_1 COMMAND ${display} sh -c
        "MESA_GL_VERSION_OVERRIDE=3.3 LIBGL_ALWAYS_SOFTWARE=1 $<TARGET_FILE:sweep> --frames 1 2> old_driver.txt; test $? = 1 && grep -q 'OpenGL 4.5' old_driver.txt")
    # Nobody listens there. Without films the stream is refused at once, with the same code.
    add_test(NAME window.of_a_stream_to_nobody_is_error_7 COMMAND ${display} sh -c
        "$<TARGET_FILE:sweep> --stream rtmp://127.0.0.1:1/live --size 320x200 --frames 100 2> no_server.txt; test $? = 7")
    set_tests_properties(window.goes_on_without_a_home window.of_an_old_driver_is_error_1
        window.of_a_stream_to_nobody_is_error_7 PROPERTIES TIMEOUT 120
        ENVIRONMENT "${leaky_drivers}")
else()
    absent_test(window.opens xvfb "xvfb-run was not found")
    absent_test(window.goes_on_without_a_home xvfb "xvfb-run was not found")
    absent_test(window.of_an_old_driver_is_error_1 xvfb "xvfb-run was not found")
    absent_test(window.of_a_stream_to_nobody_is_error_7 xvfb "xvfb-run was not found")
    absent_test(window.presenter_beside_the_stage xvfb "xvfb-run was not found")
    absent_test(window.outlives_a_reset_of_the_driver xvfb "xvfb-run was not found")
endif()
find_program(SWEEP_PYTHON3 python3)
if(SWEEP_XVFB_RUN AND SWEEP_PYTHON3 AND TARGET third_party::remote)
    add_test(NAME window.lecture_turned_by_phones COMMAND ${display} "${SWEEP_PYTHON3}"
        "${CMAKE_CURRENT_SOURCE_DIR}/remote/client.py" $<TARGET_FILE:sweep>)
    set_tests_properties(window.lecture_turned_by_phones PROPERTIES TIMEOUT 200 ENVIRONMENT "${leaky_drivers}")
else()
    absent_test(window.lecture_turned_by_phones window "xvfb-run, python3 or cpp-httplib with qrcodegen was not found")
endif()
if(SWEEP_XVFB_RUN AND SWEEP_XDOTOOL)
    add_test(NAME window.keyboard_and_mouse COMMAND ${display} bash
        "${CMAKE_CURRENT_SOURCE_DIR}/window_input.sh" $<TARGET_FILE:sweep>)
    # The test runs alone: its input is as slow as a user's, and other tests would take the processors from
    # the window.
    set_tests_properties(window.keyboard_and_mouse PROPERTIES TIMEOUT 300 RUN_SERIAL ON ENVIRONMENT "${leaky_drivers}")
    add_test(NAME window.lecture_with_presenter COMMAND ${display} bash
        "${CMAKE_CURRENT_SOURCE_DIR}/presenter/window.sh" $<TARGET_FILE:sweep>)
    set_tests_properties(window.lecture_with_presenter PROPERTIES TIMEOUT 200 ENVIRONMENT "${leaky_drivers}")
else()
    set(missing xvfb)
    if(SWEEP_XVFB_RUN)
        set(missing xdotool)
    endif()
    absent_test(window.keyboard_and_mouse ${missing} "${missing} was not found")
    absent_test(window.lecture_with_presenter ${missing} "${missing} was not found")
endif()
add_test(NAME window.without_display_is_error_3 COMMAND ${no_wayland} sh -c
    "env -u DISPLAY $<TARGET_FILE:sweep> --frames 1 2> no_display.txt; test $? = 3 && grep -q 'sweep shot' no_display.txt")
