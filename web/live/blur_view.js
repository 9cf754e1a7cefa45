// The picture blurred, beside the original behind a divider that is dragged.

const blurView = {
  // Asks for the blur that is chosen; what comes of it is shown if nothing newer has.
  async ask() {
    const settings = filterSettings();
    at('both').textContent = '';
    if (onGpu.isTaken && await onGpu.blur(settings)) return this.done(settings);
    const answer = await engine.ask('blur', {settings});
    if (!answer || answer.width !== picture.width || answer.height !== picture.height) return;
    if (state.view === 'blur') paint(at('result'), answer);
    numbers.add(settings, answer);
    this.done(settings);
  },
  done(settings) {
    this.settings = settings;
    at('truth-text').textContent = '';
    document.body.dataset.sigma = settings.sigma;
  },
  show() {
    this.ask().catch(tellError);
    this.showWipe();
  },
  changed() {
    this.ask().catch(tellError);
    at('right-name').textContent = filterName();
  },
  setWipe(part) {
    state.wipe = Number(Math.min(Math.max(part, 0), 1).toFixed(3));
    keepSettings();
    this.showWipe();
  },
  showWipe() {
    const percent = 100 * state.wipe;
    at('original').style.clipPath = `inset(0 ${100 - percent}% 0 0)`;
    at('divider').style.left = `${percent}%`;
    at('divider').setAttribute('aria-valuenow', Math.round(percent));
    at('divider').setAttribute('aria-valuetext', `${Math.round(percent)} percent original`);
    at('left-name').style.opacity = state.wipe > 0.12 ? 1 : 0;
    at('right-name').style.opacity = state.wipe < 0.7 ? 1 : 0;
    at('right-name').textContent = filterName();
  },
  finger([x]) {
    this.setWipe(x);
  },
  key(event) {
    const step = {ArrowLeft: -0.02, ArrowRight: 0.02, PageDown: -0.1, PageUp: 0.1, Home: -1, End: 1}[event.key];
    if (!step) return false;
    this.setWipe(state.wipe + step);
    return true;
  },
  // The result alone, as a file.
  name: () => `sweep-sigma-${sigmaText(state.sigma)}.png`
};
