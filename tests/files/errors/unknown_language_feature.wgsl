requires time_travel, unrestricted_pointer_parameters;
//! error 1:10 wgsl.not_supported "the language feature 'time_travel' is not supported"
