// Runs in the thread of the sound: hands the samples of its input, the mean of the channels, to the page.
registerProcessor(
  "posed-sound",
  class extends AudioWorkletProcessor {
    process([channels]) {
      if (!channels.length) return true;
      const mean = channels[0].slice();
      for (const other of channels.slice(1)) for (let i = 0; i < mean.length; i++) mean[i] += other[i];
      if (channels.length > 1) for (let i = 0; i < mean.length; i++) mean[i] /= channels.length;
      this.port.postMessage(mean, [mean.buffer]);
      return true;
    }
  },
);
