// Part of every program built with sanitizers: unloads nothing. LeakSanitizer names a frame by the module
// that is loaded when the process ends; what a driver never frees could not be told from a leak of ours
// otherwise.
extern "C" int dlclose(void* /*handle*/) noexcept { return 0; }
