// The search's worker, started when the reader turns to the search, which is when Material first
// has something to say to it. The build puts it in place of `new Worker`: see publish/scripts.py.
{
  const QUERY = 2; // a message's type

  // Readers paste programs and formulas: what the index takes for its operators (x += f(x), 2^n) is
  // no operator to them, and some of it would find nothing.
  const plainWords = text => text.replace(/[+*^~:"`]|(?<=^|\s)-/g, ' ');

  window.lateWorker = url => {
    const late = new EventTarget();
    let worker = null;
    late.postMessage = message => {
      if (message.type === QUERY) message.data = plainWords(message.data);
      if (!worker) {
        worker = new Worker(url);
        worker.addEventListener('message', ({ data }) => late.dispatchEvent(new MessageEvent('message', { data })));
      }
      worker.postMessage(message);
    };
    return late;
  };
}
