# Writes OUTPUT, a C++ file that defines slipway::pipeline::build_identity(): a hash of everything that decides
# what is compiled from a program, so that nothing another build made is ever taken for this one's.
# cmake -DROOT=… -DOUTPUT=… -DCOMPILER=… -P BuildIdentity.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB_RECURSE sources RELATIVE ${ROOT}
  ${ROOT}/src/*.cpp ${ROOT}/src/*.h ${ROOT}/src/*.def ${ROOT}/include/*.h)
list(FILTER sources EXCLUDE REGEX "^src/(cli|hal|interp)/")
list(SORT sources)
set(all "${COMPILER}")
foreach(source IN LISTS sources)
  file(SHA256 ${ROOT}/${source} hash)
  string(APPEND all "\n${source} ${hash}")
endforeach()
string(SHA256 identity "${all}")
string(SUBSTRING ${identity} 0 32 identity)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"#include \"pipeline/build_identity.h\"

namespace slipway::pipeline {

std::string_view build_identity() { return \"@identity@\"; }

}  // namespace slipway::pipeline
")
