# Other people's filters, which bench/peers.cpp measures beside ours: never needed, never fetched.

if(SWEEP_BENCH AND SWEEP_PEERS)
    third_party_from_system(opencv OpenCV 4 COMPONENTS core imgproc TARGETS opencv_core opencv_imgproc)
    find_package(ITK 5 COMPONENTS ITKSmoothing ITKImageFunction QUIET)
    if(ITK_FOUND)
        third_party_headers(itk "${ITK_INCLUDE_DIRS}")
        target_link_libraries(third_party_itk INTERFACE ${ITK_LIBRARIES})
        message(STATUS "third_party::itk: ITK ${ITK_VERSION_MAJOR}.${ITK_VERSION_MINOR} of this system")
    endif()
endif()
