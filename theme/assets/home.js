// The living block: dots run along its lines twice, forward and backward, then it rests.
// Where motion is not welcome nothing starts and no button is shown: the still holds every number.

{
  const CYCLE = 7000; // ms

  function travel(dot) {
    const [start, end] = dot.dataset.travel.split(' ').map(Number);
    const step = 0.001; // appears and disappears at once
    return dot.animate(
      [
        { offset: 0, opacity: 0, offsetDistance: '0%' },
        { offset: start, opacity: 0, offsetDistance: '0%' },
        { offset: start + step, opacity: 1, offsetDistance: '0%' },
        { offset: end - step, opacity: 1, offsetDistance: '100%' },
        { offset: end, opacity: 0, offsetDistance: '100%' },
        { offset: 1, opacity: 0, offsetDistance: '100%' },
      ],
      { duration: CYCLE, iterations: 2 },
    );
  }

  function start() {
    const button = document.querySelector('.home__play');
    if (!button || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

    const runs = [...document.querySelectorAll('.f-travel')].map(travel);
    const running = () => runs[0].playState === 'running';
    const label = () => (button.textContent = running() ? button.dataset.pause : button.dataset.play);
    button.onclick = () => {
      const act = running() ? 'pause' : 'play';
      for (const run of runs) run[act]();
      label();
    };
    runs[0].onfinish = label;
    label();
    button.hidden = false;
  }

  // Material's document$ fires now and after each instant navigation.
  document$.subscribe(start);
}
