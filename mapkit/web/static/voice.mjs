// Texts -> speech, or a chime where there is no voice. Silent until a gesture turned it on.

export function makeVoice() {
  const speech = globalThis.speechSynthesis;
  let on = false;
  let audio = null;

  function chime() {
    audio ??= new (globalThis.AudioContext ?? globalThis.webkitAudioContext)();
    for (const [i, tone] of [660, 880].entries()) {
      const at = audio.currentTime + i * 0.18;
      const gain = audio.createGain();
      const sound = audio.createOscillator();
      sound.frequency.value = tone;
      gain.gain.setValueAtTime(0.0001, at);
      gain.gain.exponentialRampToValueAtTime(0.3, at + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.0001, at + 0.5);
      sound.connect(gain).connect(audio.destination);
      sound.start(at);
      sound.stop(at + 0.55);
    }
  }

  // said: [[locale, text], ...], spoken one after the other
  function say(said) {
    if (!on) return;
    const voices = speech ? speech.getVoices() : [];
    speech?.cancel(); // Chrome falls silent after 14 s of a queue: never let one build up
    const found = said.map(([locale]) => voices.find((v) => v.lang.toLowerCase().startsWith(locale)));
    if (!found.some(Boolean)) return chime();
    said.forEach(([locale, text], i) => {
      if (!found[i]) return;
      const utterance = new SpeechSynthesisUtterance(text);
      utterance.voice = found[i];
      utterance.lang = found[i].lang;
      utterance.rate = 0.9;
      speech.speak(utterance);
    });
  }

  return {
    say,
    get on() {
      return on;
    },
    toggle() {
      on = !on;
      if (!on) speech?.cancel();
      return on;
    },
  };
}
