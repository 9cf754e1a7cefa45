// The blur on the GPU of the browser, where WebGPU gives a real one. The module in the worker says all of its numbers, and
// stays the truth: when nothing moves it blurs, too, and the largest difference is shown.

const idleMs = 400, waitMs = 50;
const anyGpu = new URLSearchParams(location.search).has('any-gpu');  // for tests: also one that computes on the CPU

const onGpu = {
  device: undefined, plan: undefined, turn: Promise.resolve(), number: 0, difference: undefined,
  get isTaken() {
    return Boolean(this.device) && state.on === 'gpu';
  },
  async start() {
    try {
      this.device = await device.openDevice(navigator.gpu, {isAny: anyGpu});
    } catch {
      return;  // the CPU does it
    }
    this.device.lost.then(() => {
      this.end();
      blurView.changed();
    });
    at('on-pair').hidden = false;
  },
  // The CPU does it from now on.
  end() {
    this.device = this.plan = undefined;
    at('on-pair').hidden = true;
  },
  // Takes the picture that is on screen.
  take() {
    const {width, height} = picture, size = [width, height], usage = GPUTextureUsage;
    if (this.plan?.width !== width || this.plan.height !== height) {
      this.plan?.free();
      this.checked?.free();
      this.from?.destroy();
      this.to?.destroy();
      const texture = used => this.device.createTexture({size, format: 'rgba8unorm', usage: used});
      this.from = texture(usage.TEXTURE_BINDING | usage.COPY_DST | usage.RENDER_ATTACHMENT);
      this.to = texture(usage.STORAGE_BINDING | usage.COPY_SRC);
      const shape = {width, height, channels: 4, source: 'texture', light: true};
      this.plan = new plan.GpuPlan(this.device, {...shape, target: 'rgba8unorm'});
      this.checked = new plan.GpuPlan(this.device, shape);
      this.plan.use({in: this.from, out: this.to});
      this.checked.use({in: this.from});
      this.number = 0;
    }
    if (this.number === picture.number) return;
    this.device.queue.copyExternalImageToTexture({source: at('original')}, {texture: this.from}, size);
    this.number = picture.number;
  },
  // True if the picture is blurred on screen, or a newer blur is on its way; false where the CPU has to do it.
  async blur(settings) {
    const answer = await engine.ask('blocks', {settings}), before = this.turn;
    let done;
    this.turn = new Promise(resolve => done = resolve);
    await before;
    try {
      if (!answer || answer.width !== picture.width || answer.height !== picture.height) return true;
      if (!this.isTaken) return false;
      this.take();
      // Until its programs are compiled the CPU blurs.
      const made = this.plan.set(answer.numbers);
      await Promise.race([made, new Promise(resolve => setTimeout(resolve, waitMs))]);
      if (!this.plan.isReady) {
        made.then(() => blurView.ask()).catch(() => this.end());
        return false;
      }
      // A browser rounds the clock to 0.1 ms: what takes less runs several times.
      const {width, height, planned} = answer, times = this.isFast ? 8 : 1;
      const [{gpu, wall}, pixels] = await Promise.all([this.plan.time(times), this.plan.pixels(this.to)]), milliseconds = gpu || wall;
      this.isFast = milliseconds < 1;
      if (state.view === 'blur' && this.number === picture.number) paint(at('result'), {width, height, pixels});
      numbers.add(settings, {planned, milliseconds, algorithm: '7', width, height, on: this.device.title});
    } catch (error) {
      if (error.name !== 'GpuError') this.end();  // otherwise it has no kernel for this order
      return false;
    } finally {
      done();
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.compare(settings, answer.numbers).catch(() => this.end()), idleMs);
    return true;
  },
  // Blurs by the module, too, and shows its time and by how much the two differ.
  async compare(settings, ofModule) {
    if (!this.isTaken || JSON.stringify(settings) !== JSON.stringify(filterSettings())) return;
    const {checked, number} = this;
    await checked.set(ofModule);
    checked.run();
    const values = (await checked.result()).slice(), found = await engine.ask('compare', {settings, values}, [values.buffer]);
    if (!found || number !== picture.number) return;
    this.difference = found.largest;
    at('both').textContent = `On the CPU, in one thread: ${found.milliseconds.toFixed(1)} ms. ` +
      `The two differ by ${found.largest.toExponential(1)} at most, of light from 0 to 1.`;
  }
};
