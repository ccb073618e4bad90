// Constant evaluation, tested by assertions in WGSL itself.
#include <gtest/gtest.h>

#include <string>

#include "wgsl/reader.h"

namespace slipway::wgsl {
namespace {

class ConstantsHold : public testing::TestWithParam<const char*> {};

TEST_P(ConstantsHold, in_const_assert) {
  const std::string source = std::string("enable f16; const_assert ") + GetParam() + ";";
  const ReadResult result = read(SourceMap({SourceFile{"test.wgsl", source}}));
  for (const Diagnostic& d : result.diagnostics) ADD_FAILURE() << to_string(d);
  EXPECT_TRUE(result.module.has_value());
}

const char* const abstract_arithmetic[] = {
    "1 + 2 * 3 == 7",
    "7 / 2 == 3 && -7 / 2 == -3 && -7 % 3 == -1 && 7 % -3 == 1",
    "7.0 / 2 == 3.5 && 7 / 2.0 == 3.5 && -7.5 % 2 == -1.5",
    "1 << 40 == 1099511627776 && 1 << 3u == 8 && -8 >> 1 == -4",
    "~0 == -1 && (6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5",
    "-9223372036854775807 - 1 < 0",
    "0x80000000 == 2147483648 && 0xffffffff == 4294967295",
    "1 == 1.0 && 1 != 1.5 && 2 > 1.5",
    "max(1, 2.5) == 2.5 && min(1, 2) == 1 && clamp(5, 1, 3) == 3 && abs(-3) == 3 && sign(-2.5) == -1",
    "select(1, 2.5, true) == 2.5 && all(select(vec2(1, 2), vec2(3, 4), vec2(true, false)) == vec2(3, 2))",
    "dot(vec3(1, 2, 3), vec3(4, 5, 6)) == 32 && length(vec2(3, 4)) == 5 && distance(0, 2.5) == 2.5",
    "all(cross(vec3(1, 0, 0), vec3(0, 1, 0)) == vec3(0, 0, 1))",
    "all(normalize(vec2(0, 2)) == vec2(0, 1)) && all(reflect(vec2(1, -1), vec2(0, 1)) == vec2(1, 1))",
    "all(faceForward(vec2(1, 2), vec2(0, 1), vec2(0, 1)) == vec2(-1, -2))",
    "all(refract(vec2(0, -1), vec2(0, 1), 0.5) == vec2(0, -1))",
    "floor(-1.5) == -2 && ceil(-1.5) == -1 && trunc(-1.5) == -1 && round(2.5) == 2 && fract(1.75) == 0.75",
    "sqrt(16) == 4 && inverseSqrt(0.25) == 2 && exp2(3) == 8 && log2(8) == 3 && pow(2, 10) == 1024",
    "sin(0) == 0 && cos(0) == 1 && exp(0) == 1 && log(1) == 0 && degrees(0) == 0 && radians(0) == 0",
    "mix(1.0, 3.0, 0.5) == 2 && mix(vec2(1.0), vec2(3.0), 0.5).y == 2 && step(2, 3) == 1",
    "smoothstep(0, 1, 0.5) == 0.5 && saturate(3.5) == 1 && fma(2, 3, 4) == 10 && ldexp(1.5, 2) == 6",
    "frexp(8.0).exp == 4 && frexp(8.0).fract == 0.5 && modf(-2.5).whole == -2 && modf(-2.5).fract == -0.5",
    "all(frexp(vec2(8.0, 1.0)).exp == vec2(4, 1))",
    "determinant(mat2x2(1, 2, 3, 4)) == -2 && determinant(mat3x3(2, 0, 0, 0, 3, 0, 0, 0, 4)) == 24",
    "transpose(mat2x3(1, 2, 3, 4, 5, 6))[1].y == 5",
};
const char* const concrete_arithmetic[] = {
    "2147483647i + 1i == i32(-2147483648) && 0u - 1u == 4294967295u && 65536u * 65536u == 0u",
    "-(-2147483647i - 1i) == -2147483647i - 1i",
    "0x7fffffffu << 1u == 0xfffffffeu && -1i << 31u == i32(-2147483648) && -8i >> 1u == -4i",
    "1.5f + 1 == 2.5f && 1 / 4.0f == 0.25f && 7.5f % 2 == 1.5f",
    "1.5h * 2 == 3h && f16(1) / 4 == 0.25h",
    "countOneBits(255) == 8 && countLeadingZeros(1u) == 31 && countTrailingZeros(8) == 3",
    "firstLeadingBit(16u) == 4 && firstLeadingBit(-1i) == -1 && firstTrailingBit(0u) == 0xffffffffu",
    "reverseBits(1u) == 0x80000000u && extractBits(0xf0u, 4, 4) == 15 && extractBits(0xf0i, 4, 4) == -1",
    "insertBits(0u, 5, 4, 3) == 0x50u",
    "pack4xU8(vec4u(1, 2, 3, 4)) == 0x04030201 && unpack4xI8(0xff).x == -1",
    "pack2x16float(vec2f(1, -2)) == 0xc0003c00 && unpack2x16float(0x3c00).x == 1",
    "pack4x8unorm(vec4f(0, 1, 0.5, 2)) == 0xff80ff00 && unpack2x16unorm(0xffff).x == 1",
    "dot4U8Packed(0x01020304, 0x01010101) == 10 && dot4I8Packed(0xff, 0x02) == -2",
    "quantizeToF16(1.0009766) == 1.0009766f && bitcast<u32>(1.0f) == 0x3f800000",
    "bitcast<u32>(vec2h(1, 2)) == 0x40003c00 && all(bitcast<vec2h>(0x40003c00u) == vec2h(1, 2))",
    "bitcast<u32>(4294967295) == 4294967295u && bitcast<i32>(4294967295u) == -1",
};
const char* const conversions[] = {
    "u32(3.9) == 3 && i32(-2.5) == -2 && u32(-1i) == 4294967295 && i32(4294967295u) == -1",
    "i32(1e20f) == 2147483520 && u32(-5.5f) == 0 && i32(3000000000.0) == 2147483647",
    "bool(1) && !bool(0.0) && bool(0.5f) && f32(true) == 1 && u32(false) == 0",
    "all(vec2i(vec2f(1.5, -1.5)) == vec2i(1, -1)) && all(vec3<bool>(vec3(0, 1, 2)) == vec3(false, true, "
    "true))",
    "f32(f16(0.1)) != 0.1f && f32(16777217) == 16777216",
    "all(vec4(vec2(1, 2), 3, 4).wzyx == vec4(4, 3, 2, 1)) && vec3(1, 2, 3).rg.y == 2",
    "all(vec3(5) == vec3(5, 5, 5)) && all(vec2() == vec2(0, 0)) && all(vec2u() == vec2u(0))",
    "mat2x2(vec2(1, 2), vec2(3, 4))[1][0] == 3 && mat2x2f(1, 2, 3, 4)[1].y == 4",
    "(mat2x2(1, 2, 3, 4) * vec2(1, 1)).x == 4 && (vec2(1, 1) * mat2x2(1, 2, 3, 4)).x == 3",
    "(mat2x2(1, 2, 3, 4) * mat2x2(1, 0, 0, 1))[1].x == 3 && (2 * mat2x2(1, 2, 3, 4))[1].y == 8",
    "(mat2x2(1, 2, 3, 4) + mat2x2(1, 1, 1, 1))[0].x == 2 && (mat2x2(1, 2, 3, 4) - mat2x2(1, 1, 1, 1))[0].x "
    "== 0",
    "array(1, 2.5)[0] == 1.0 && array<u32, 3>(1, 2, 3)[2] == 3u && array(vec2(1, 2), vec2(3.5, 4))[1].x == "
    "3.5",
    "array(array(1, 2), array(3, 4))[1][0] == 3 && array<i32, 4>()[3] == 0",
};
const char* const logic[] = {
    "!(false && 1 / 0 == 0) && (true || 1u << 40u == 0u)",
    "(true & true) && (true | false) && (true != false) && !(true == false)",
    "all(vec2(true, true)) && any(vec2(false, true)) && all(true) && !any(false)",
    "all((vec2(1, 2) < vec2(2, 1)) == vec2(true, false)) && all(!vec2(false, false))",
    "all((vec2(true, false) & vec2(true, true)) == vec2(true, false))",
};

INSTANTIATE_TEST_SUITE_P(AbstractArithmetic, ConstantsHold, testing::ValuesIn(abstract_arithmetic));
INSTANTIATE_TEST_SUITE_P(ConcreteArithmetic, ConstantsHold, testing::ValuesIn(concrete_arithmetic));
INSTANTIATE_TEST_SUITE_P(Conversions, ConstantsHold, testing::ValuesIn(conversions));
INSTANTIATE_TEST_SUITE_P(Logic, ConstantsHold, testing::ValuesIn(logic));

}  // namespace
}  // namespace slipway::wgsl
