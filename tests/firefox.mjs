// Looks at pages in Firefox: node firefox.mjs FOLDER PROGRAM. See tests/engines.py, which starts it.
import { createRequire } from 'node:module';
import { text } from 'node:stream/consumers';

const [folder, program] = process.argv.slice(2);
const { default: puppeteer } = await import(createRequire(`${folder}/`).resolve('puppeteer-core'));
const { addresses, widths, look } = JSON.parse(await text(process.stdin));

const browser = await puppeteer.launch({ browser: 'firefox', executablePath: program, headless: true });
const page = await browser.newPage();
let found = [];
// Of a formula that it has read half of, Firefox says that it is no MathML; test_markup counts parts.
page.on('pageerror', error => {
  if (!error.message.startsWith('Invalid markup: ')) found.push(`page error: ${error.message}`);
});
page.on('console', message => {
  if (['error', 'warn'].includes(message.type())) found.push(`console: ${message.text()}`);
});
for (const address of addresses) {
  for (const width of widths) {
    found = [];
    await page.setViewport({ width, height: 800 });
    await page.goto(address, { waitUntil: 'load' });
    await page.waitForSelector('h1'); // a page is called loaded before it is there
    found.push(...await page.evaluate(`(${look})()`));
    console.log(JSON.stringify({ address, width, found }));
  }
}
await browser.close();
