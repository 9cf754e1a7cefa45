// The size of a picture as the first bytes of its file say, before anything is unpacked: a small file may say that it is huge.

const mostPixels = 120e6;

function jpegSize(bytes, view) {
  for (let at = 2; at + 9 < bytes.length;) {
    if (bytes[at] !== 0xff) return undefined;
    const marker = bytes[at + 1];
    if (marker === 0xff) {
      ++at;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return [view.getUint16(at + 7), view.getUint16(at + 5)];
    at += 2 + (marker === 1 || (marker >= 0xd0 && marker <= 0xd8) ? 0 : view.getUint16(at + 2));
  }
  return undefined;
}

function webpSize(bytes, view) {
  const kind = String.fromCharCode(...bytes.subarray(12, 16));
  const three = at => view.getUint16(at, true) + (bytes[at + 2] << 16);
  if (kind === 'VP8X') return [three(24) + 1, three(27) + 1];
  if (kind === 'VP8 ') return [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  const bits = view.getUint32(21, true);
  return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1];
}

// Width and height, or undefined where this format says them elsewhere.
function sizeInHeader(bytes) {
  if (bytes.length < 32) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const text = (at, count) => String.fromCharCode(...bytes.subarray(at, at + count));
  if (text(1, 3) === 'PNG') return [view.getUint32(16), view.getUint32(20)];
  if (text(0, 3) === 'GIF') return [view.getUint16(6, true), view.getUint16(8, true)];
  if (text(0, 2) === 'BM') return [view.getUint32(18, true), Math.abs(view.getInt32(22, true))];
  if (text(0, 4) === 'RIFF' && text(8, 4) === 'WEBP') return webpSize(bytes, view);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return jpegSize(bytes, view);
  return undefined;
}

// Whether the end of a PNG or JPEG is missing; of other formats nobody knows.
function isCutOff(bytes) {
  const isPng = bytes[0] === 0x89 && bytes[1] === 0x50, isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8;
  if (isPng) return !new TextDecoder('latin1').decode(bytes.subarray(-64)).includes('IEND') && !hasText(bytes, 'IEND');
  if (!isJpeg) return false;
  // Behind the scan's head 0xff 0xd9 is nothing but the end; a small picture in EXIF is before it.
  let at = 2;
  while (at + 4 < bytes.length && bytes[at + 1] !== 0xda) at += 2 + (bytes[at + 2] << 8 | bytes[at + 3]);
  for (at = bytes.indexOf(0xff, at + 2); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 1))
    if (bytes[at + 1] === 0xd9) return false;
  return true;
}

function hasText(bytes, text) {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1))
    if ([...text].every((letter, i) => bytes[at + i] === letter.charCodeAt(0))) return true;
  return false;
}
