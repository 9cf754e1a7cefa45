// Bytes of a picture as linear light, and back.

const lightOf = Float32Array.from({length: 256}, (_, byte) => {
  const part = byte / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
});

const byteSteps = 1 << 14;
const byteOf = Uint8Array.from({length: byteSteps + 1}, (_, i) => {
  const light = i / byteSteps;
  return Math.round(255 * (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055));
});

function encoded(light) {
  return byteOf[light <= 0 ? 0 : light >= 1 ? byteSteps : (light * byteSteps + 0.5) | 0];
}

function decodeInto(light, pixels) {
  for (let i = 0, k = 0; i < pixels.length; i += 4) {
    light[k++] = lightOf[pixels[i]];
    light[k++] = lightOf[pixels[i + 1]];
    light[k++] = lightOf[pixels[i + 2]];
  }
}

// As eyes see it, 0 to 1.
function encodedLight(light) {
  const seen = new Float32Array(light.length);
  for (let k = 0; k < light.length; ++k) seen[k] = encoded(light[k]) / 255;
  return seen;
}

// RGBA bytes of three channels of light.
function encodedPixels(light) {
  const pixels = new Uint8ClampedArray(light.length / 3 * 4);
  for (let i = 0, k = 0; k < light.length; i += 4) {
    pixels[i] = encoded(light[k++]);
    pixels[i + 1] = encoded(light[k++]);
    pixels[i + 2] = encoded(light[k++]);
    pixels[i + 3] = 255;
  }
  return pixels;
}

const luminanceWeights = [0.2126, 0.7152, 0.0722];
