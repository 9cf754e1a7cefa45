# What tests/run.sh leaves out, and tests/run.sh --all runs: what takes long and has a shorter test beside it.

# GoogleTest programs, which the short run does not build either. Their shorter sisters are in brackets.
set(thorough_programs
    test_cpu_far_away        # FarAway in test_opengl and in the emulator
    test_cpu_two_pole        # test_emulated_two_pole
    test_cpu_allocations
    test_emulated_window     # test_window on the CPU; test_emulated_library
    test_opengl_textures)    # OpenGLEngine.TexturesGiveTheSame

# Cases of the other programs, a pattern each (--gtest_filter).
set(thorough_cases
    # Of the groups of test_opengl, which compile a program of shaders for each case: orders, passes, periodic
    # boundaries, tables, boxes, precisions and sizes stay.
    OpenGLGroups.MatchTheReference/HighOrders OpenGLGroups.MatchTheReference/Feedforward
    OpenGLGroups.MatchTheReference/Channels OpenGLGroups.MatchTheReference/Sigmas
    OpenGLGroups.MatchTheReference/Bytes OpenGLGroups.MatchTheReference/TwoBoundaries
    OpenGLEngine.KeepsTheDigitsBesideLargeNumbers OpenGLEngine.BlocksOf64AreTheSame
    OpenGLEngine.LongLinesAreFilteredByFewThreads
    # Of the groups of the CPU engine and of the emulated kernels: the same groups stay for other algorithms or blocks.
    CpuAlgorithms.Signals CpuAlgorithms.WidestFilters CpuAlgorithmGroups.MatchTheReference/TwoBoundaries
    CpuAlgorithmGroups.MatchTheReference/HighOrders Advice.IsAcceptedByWhoeverGaveIt
    Blocks/GpuEngine.*/Of64 GpuPublished.WidestFilters GpuPublished.LongLines
    GpuGroups.MatchTheReference/Portable* GpuGroups.MatchTheReference/BlocksOf64* GpuGroups.MatchTheReference/sat_ha_128*
    GpuGroups.MatchTheReference/sat_transpose* GpuGroups.MatchTheReference/Convolution*
    By/GpuTables.*/sat_ha_128 By/GpuTables.*/sat_transpose By/GpuTables.*/sat_doubling
    Reference.AgreesWithPaddingInLongDouble
    # Of films: one rate and two containers stay.
    FilmTimes.AreThoseOfTheFilmAtEveryRate FilmTimes.SoundAndSubtitlesStayBesideThem
    Formats/InterruptedFilm.*/webm Formats/InterruptedFilm.*/mov Formats/InterruptedFilm.*/gif
    Player.OfAStreamDropsWhatComesTooFastAndTriesAgainWhenItIsGone
    # Of the window: one of a kind stays.
    Dof.ConstantStaysConstantWhateverTheCircles Offscreen.SceneDoesNotDependOnTheRoomForItsTriangles
    Offscreen.SceneOfComputeShadersHasAnySize Offscreen.FineSceneIsTheSameByComputeShaders
    Surfaces.ComputeShadersDrawWhatFragmentShadersDo Frames.AlgorithmThatCannotGivesWayToAuto
    LongTexts.OfPictures* LongTexts.OfALectureAreDrawn WideFaultFrames.* WalkFrames.QuestionsOfTheLecturesHaveTermsThatMatter)
list(JOIN thorough_cases ":" thorough_cases)

# Other tests of ctest, as far as this build has them.
set(thorough_tests
    layers.violations_are_found headers.compile_alone packages weight site
    python.torch python.dask python.wheel lectures.rehearse window.endurance bench.gaussian_error)
