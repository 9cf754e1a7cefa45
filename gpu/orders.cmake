# The kernels of each order compile side by side, in files of their own that are made here: each instantiates the makers of
# the order's plans.

# sweep_orders(variable folder suffix): makes the files below this folder, and puts their names into the variable.
function(sweep_orders variable folder suffix)
    set(made "")
    # of(file "header..." "order..." maker...): what of the headers is compiled for each order R.
    macro(of file headers orders)
        foreach(order IN ITEMS ${orders})
            set(text "// Made by gpu/orders.cmake.\n")
            foreach(header IN ITEMS ${headers})
                string(APPEND text "#include \"gpu/${header}\"\n")
            endforeach()
            string(APPEND text "\nnamespace sweep::gpu {\n")
            foreach(maker IN ITEMS ${ARGN})
                string(REPLACE "<R" "<${order}" maker "${maker}")
                string(APPEND text "template decltype(${maker}) ${maker};\n")
            endforeach()
            file(CONFIGURE OUTPUT "${folder}/${file}_${order}${suffix}" CONTENT "${text}}  // namespace sweep::gpu\n" @ONLY)
            list(APPEND made "${folder}/${file}_${order}${suffix}")
        endforeach()
    endmacro()
    of(halo/order halo/plane_plan.cuh "1;2;3" "make_halo_plan_of_order<R>")
    of(stream/order stream/plan.cuh "1;2;3" "make_stream_plan_of_order<R>")
    of(resident/order resident/plan.cuh "1;2;3;4;5" "make_resident_plan_of_order<R>" "held_tiles_of_order<R>")
    of(resident/lines_order resident/lines_plan.cuh "1;2;3;4;5;7" "make_chip_lines_plan_of_order<R>")
    of(published/order published/plan.cuh "1;2;3;4;5" "make_published_plan_of_order<R>" "make_term_plan_of_order<R>")
    # Blocks of 32, and columns in chunks.
    of(overlapped/order "overlapped/columns_in_chunks.cuh;overlapped/plan.cuh" "1;2;3;4;5;6;7;8"
        "make_recursive_plan_of_order<R>" "launch_columns_in_chunks<R>")
    # Blocks of 64 and of 128, without zeros and with them.
    set(delta "make_large_recursive_plan<R, 64>" "make_large_recursive_plan<R, 128>")
    set(zeros "make_large_zeros_plan<R, 64>" "make_large_zeros_plan<R, 128>")
    of(overlapped/large_order overlapped/large_blocks.cuh "1;2;4" ${delta})
    of(overlapped/large_order overlapped/large_blocks.cuh "3;5" ${delta} ${zeros})
    of(overlapped/large_order overlapped/large_blocks.cuh "7" "make_large_zeros_plan<R, 128>")
    set(${variable} "${made}" PARENT_SCOPE)
endfunction()
