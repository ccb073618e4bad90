requires texture_formats_tier1, subgroup_id;
requires immediate_address_space;
requires packed_4x8_integer_dot_product, unrestricted_pointer_parameters, pointer_composite_access;
//! error 1:10 wgsl.not_supported "the language feature 'texture_formats_tier1' is not supported"
//! error 2:10 wgsl.not_supported "the language feature 'immediate_address_space' is not supported"
