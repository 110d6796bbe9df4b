// The search's worker, started when the reader turns to the search, which is when Material first
// has something to say to it. The build puts it in place of `new Worker`: see publish/scripts.py.
window.lateWorker = url => {
  const late = new EventTarget();
  let worker = null;
  late.postMessage = message => {
    if (!worker) {
      worker = new Worker(url);
      worker.addEventListener('message', ({ data }) => late.dispatchEvent(new MessageEvent('message', { data })));
    }
    worker.postMessage(message);
  };
  return late;
};
