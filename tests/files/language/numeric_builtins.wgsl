@group(0) @binding(0) var<storage, read> x: vec4f;
@group(0) @binding(1) var<storage, read_write> out: array<f32>;

@compute @workgroup_size(1)
fn main() {
  out[0] = abs(x.w);
  out[1] = floor(x.w) + ceil(x.w) * 10;
  out[2] = round(x.y) + trunc(x.w) * 10;
  out[3] = sqrt(x.z);
  out[4] = dot(x.xyz, x.xyz);
  out[5] = cross(x.xyz, vec3f(0, 0, 1)).x;
  out[6] = fma(x.x, x.y, x.z);
  out[7] = mix(x.x, x.z, 0.5);
  out[8] = step(x.x, x.y) + saturate(x.z) * 10;
  out[9] = sign(x.w) + fract(x.y);
  out[10] = smoothstep(x.x, x.z, x.y);
  out[11] = clamp(x.z, x.x, x.y) + min(x.x, x.y) * 10 + max(x.x, x.y) * 100;
  out[12] = distance(x.xy, vec2f(1, 2.5)) + length(vec2f(3, x.z));
  out[13] = exp2(x.z) + log2(x.z) + pow(x.z, 2);
  out[14] = f32(quantizeToF16(x.y)) + degrees(radians(x.z));
}
//! in x = f32: 1, 2.5, 4, -1.5
//! size out = 15
//! grid 1
//! out out = f32 ~ulp 8: 1.5, -12, -8, 2, 23.25, 2.5, 6.5, 2.5, 11, -0.5, 0.5, 262.5, 5, 34, 6.5
