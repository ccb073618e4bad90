# What an install tree holds: the library, its headers, the command, and what find_package(slipway) reads.
include_guard()
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

install(TARGETS slipway EXPORT slipway-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/slipway DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
if(TARGET slipway_command)
  install(TARGETS slipway_command RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
set(slipway_package ${CMAKE_INSTALL_LIBDIR}/cmake/slipway)
install(EXPORT slipway-targets NAMESPACE slipway:: DESTINATION ${slipway_package})
configure_package_config_file(cmake/slipway-config.cmake.in slipway-config.cmake
  INSTALL_DESTINATION ${slipway_package})
write_basic_package_version_file(slipway-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/slipway-config.cmake ${PROJECT_BINARY_DIR}/slipway-config-version.cmake
  DESTINATION ${slipway_package})
