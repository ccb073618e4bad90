# How the targets of slipway are made. Layers are static libraries that the tests and the command link; what
# users link is the one library `slipway`, made of all layers that run programs.
include_guard()

add_library(slipway_options INTERFACE)
target_compile_features(slipway_options INTERFACE cxx_std_23)
target_compile_options(slipway_options INTERFACE
  -ffp-contract=off  # constant evaluation and the interpreter round where docs/semantics.md says
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers
  $<$<BOOL:${SLIPWAY_WERROR}>:-Werror>
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety;-Wno-deprecated-declarations>)  # inside libstdc++ 12's stable_sort
if(SLIPWAY_SANITIZE)
  target_compile_options(slipway_options INTERFACE -fsanitize=${SLIPWAY_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(slipway_options INTERFACE -fsanitize=${SLIPWAY_SANITIZE})
  target_sources(slipway_options INTERFACE
    $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${PROJECT_SOURCE_DIR}/tests/support/keep_loaded.cpp>)
endif()
if(SLIPWAY_FUZZERS)
  target_compile_options(slipway_options INTERFACE -fsanitize=fuzzer-no-link)
endif()
target_include_directories(slipway_options INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)

# slipway_layer(NAME SOURCES … DEPENDS …): one layer of src/ as the static library slipway_NAME.
function(slipway_layer name)
  cmake_parse_arguments(layer "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(slipway_${name} STATIC ${layer_SOURCES})
  set_target_properties(slipway_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(slipway_${name} PUBLIC slipway_options ${layer_DEPENDS})
  if(SLIPWAY_PRECOMPILE)
    target_precompile_headers(slipway_${name} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled.h)
  endif()
  set_property(GLOBAL APPEND PROPERTY SLIPWAY_LAYERS slipway_${name})
  list(FILTER layer_DEPENDS EXCLUDE REGEX "^slipway_")
  set_property(GLOBAL APPEND PROPERTY SLIPWAY_EXTERNAL_LIBRARIES ${layer_DEPENDS})
endfunction()

# slipway_library(): the library slipway::slipway of all layers made so far, with the public headers only.
function(slipway_library)
  get_property(layers GLOBAL PROPERTY SLIPWAY_LAYERS)
  list(REMOVE_ITEM layers slipway_cli)
  get_property(externals GLOBAL PROPERTY SLIPWAY_EXTERNAL_LIBRARIES)
  list(REMOVE_DUPLICATES externals)
  add_library(slipway STATIC)
  add_library(slipway::slipway ALIAS slipway)
  foreach(layer IN LISTS layers)
    get_target_property(type ${layer} TYPE)
    if(NOT type STREQUAL "INTERFACE_LIBRARY")
      target_sources(slipway PRIVATE $<TARGET_OBJECTS:${layer}>)
    endif()
  endforeach()
  target_compile_features(slipway PUBLIC cxx_std_23)
  target_include_directories(slipway PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:include>)
  target_link_libraries(slipway PRIVATE ${externals})
  if(SLIPWAY_SANITIZE)
    target_link_options(slipway INTERFACE -fsanitize=${SLIPWAY_SANITIZE})
  endif()
  set_target_properties(slipway PROPERTIES LINKER_LANGUAGE CXX POSITION_INDEPENDENT_CODE ON)
endfunction()
