// Makes the page live once the module runs. Without it the page stays as it was recorded, and says so.

const recordedViews = {viewOf, planeImage};

function liveViewOf(step, isPaper) {
  const {viewOf: recorded} = recordedViews;
  if (isPaper) return recorded(step, true);
  if (step.walk !== undefined && requestOf(step.state).algorithm) return liveWalkView(step, recorded);
  if (step.passes?.planes[0].picture) return livePassesView(step, recorded);
  if (step.fault && missingIn(step) in carriesMissing) return liveFaultView(step, recorded);
  if (step.picture && step.state.includes('--view wipe')) return liveBlurView(step, recorded);
  return recorded(step, false);
}

const liveLine = element('p', {id: 'live-line', role: 'status'});
document.getElementById('progress').after(liveLine);

function showAgain() {
  const now = current;
  current = -1;
  show(now);
}

// What tests wait for.
window.liveLecture = engine.load().then(async ({version}) => {
  listenToPhotos();
  await takeScene();
  viewOf = liveViewOf;
  planeImage = (passes, plane, whenThere) => plane.canvas ?? recordedViews.planeImage(passes, plane, whenThere);
  showAgain();
  document.body.dataset.live = version;
  document.getElementById('foot').append(` What you try is computed here by Sweep ${version}.`);
}).catch(error => {
  liveLine.textContent = `${error.message} The page shows its recorded numbers.`;
  document.body.dataset.live = 'no';
});
