// Pictures from a file, a drop, the clipboard and the camera; each becomes pixels that the engine keeps.

const mostKept = 2e6, longestSide = 8192, mostBytes = 200e6, mostAspect = 1000;

const picture = {width: 0, height: 0, name: '', number: 0};

function count(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ' ');
}

function sizeText(width, height) {
  return `${width} \u00d7 ${height}`;
}

function checkSize(width, height) {
  if (!(width > 0 && height > 0)) throw new Error('This picture has no pixels.');
  if (width * height > mostPixels)
    throw new Error(`This picture has ${sizeText(width, height)} pixels: give one of at most ${mostPixels / 1e6} megapixels.`);
  if (Math.max(width / height, height / width) > mostAspect)
    throw new Error(`This picture has ${sizeText(width, height)} pixels: it is too thin to show.`);
}

// What the picture is scaled to.
function keptSize(width, height) {
  const scale = Math.min(1, Math.sqrt(mostKept / (width * height)), longestSide / Math.max(width, height));
  return [Math.max(Math.round(width * scale), 1), Math.max(Math.round(height * scale), 1)];
}

// Draws anything that has pixels, scaled to what is kept, and gives them to the engine.
async function take(source, width, height, name) {
  checkSize(width, height);
  const [w, h] = keptSize(width, height), canvas = document.getElementById('original');
  if (canvas.width !== w || canvas.height !== h) Object.assign(canvas, {width: w, height: h});
  const to = canvas.getContext('2d', {willReadFrequently: true});
  to.fillStyle = '#fff';
  to.fillRect(0, 0, w, h);
  to.imageSmoothingQuality = 'high';
  to.drawImage(source, 0, 0, w, h);
  const pixels = to.getImageData(0, 0, w, h).data;
  Object.assign(picture, {width: w, height: h, name, number: picture.number + 1});
  document.getElementById('stage').style.setProperty('--ratio', w / h);
  await engine.ask('picture', {width: w, height: h, pixels: pixels.buffer}, [pixels.buffer]);
  return w === width && h === height ? '' : `Scaled from ${sizeText(width, height)} to ${sizeText(w, h)}: this page works on ${mostKept / 1e6} megapixels at most.`;
}

// A file's picture, upright as its EXIF says.
async function takeFile(file) {
  if (file.size > mostBytes) throw new Error(`This file has ${Math.round(file.size / 1e6)} MB: give one of at most ${mostBytes / 1e6} MB.`);
  const bytes = new Uint8Array(await file.arrayBuffer()), said = sizeInHeader(bytes);
  if (said) checkSize(...said);
  const blob = new Blob([bytes], {type: file.type});
  let bitmap;
  try {
    bitmap = await createImageBitmap(blob, {imageOrientation: 'from-image'}).catch(() => createImageBitmap(blob));
  } catch {
    throw new Error(isCutOff(bytes) ? 'The end of this picture is missing.' : 'This browser cannot read that file as a picture.');
  }
  try {
    const scaled = await take(bitmap, bitmap.width, bitmap.height, file.name || 'photo');
    return isCutOff(bytes) ? 'The end of this picture is missing: the rest of it is shown.' : scaled;
  } finally {
    bitmap.close();
  }
}

function bytesOfText(base64) {
  return Uint8Array.from(atob(base64.trim()), letter => letter.charCodeAt(0));
}

async function takeBuiltIn() {
  const bitmap = await createImageBitmap(new Blob([bytesOfText(document.getElementById('picture').textContent)], {type: 'image/jpeg'}));
  await take(bitmap, bitmap.width, bitmap.height, 'built-in street');
  bitmap.close();
}

const camera = {stream: undefined, video: document.createElement('video')};

function stopCamera() {
  camera.stream?.getTracks().forEach(track => track.stop());
  camera.stream = undefined;
  camera.video.srcObject = null;
}

// Shows the camera, a frame whenever the engine is free, until it is stopped.
async function runCamera(whenTaken, whenWrong) {
  camera.stream = await navigator.mediaDevices.getUserMedia({video: {facingMode: 'environment', width: {ideal: 1280}}});
  camera.video.muted = camera.video.playsInline = true;
  camera.video.srcObject = camera.stream;
  await camera.video.play();
  const frame = async () => {
    if (!camera.stream) return;
    try {
      if (!engine.isBusy && camera.video.videoWidth) {
        await take(camera.video, camera.video.videoWidth, camera.video.videoHeight, 'camera');
        await whenTaken();
      }
      requestAnimationFrame(frame);
    } catch (error) {
      stopCamera();
      whenWrong(error);
    }
  };
  frame();
}
