# slipway_layer(NAME SOURCES … DEPENDS …): one layer of src/ as the static library slipway_NAME.
include_guard()

add_library(slipway_options INTERFACE)
target_compile_features(slipway_options INTERFACE cxx_std_23)
target_compile_options(slipway_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wno-missing-field-initializers
  $<$<BOOL:${SLIPWAY_WERROR}>:-Werror>
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety>)
if(SLIPWAY_SANITIZE)
  target_compile_options(slipway_options INTERFACE -fsanitize=${SLIPWAY_SANITIZE} -fno-omit-frame-pointer)
  target_link_options(slipway_options INTERFACE -fsanitize=${SLIPWAY_SANITIZE})
endif()
target_include_directories(slipway_options INTERFACE
  ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)

function(slipway_layer name)
  cmake_parse_arguments(layer "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(slipway_${name} STATIC ${layer_SOURCES})
  set_target_properties(slipway_${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(slipway_${name} PUBLIC slipway_options ${layer_DEPENDS})
endfunction()
