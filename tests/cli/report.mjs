// Reports in headless Chromium, over the DevTools protocol on a pipe:
//   node tests/cli/report.mjs build/hammock [FOLDER for screenshots] [report.html to be measured]...
// Each page is opened, clicked through and searched; an error on its console, or a request to anything, is a failure.
import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, writeFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const [hammock, shots, ...given] = process.argv.slice(2);
const work = mkdtempSync(join(tmpdir(), 'hammock-report-'));
let passed = 0;
let failed = 0;
function check(what, isGood, more = '') {
  if (isGood) return void ++passed;
  ++failed;
  console.log(`failed: ${what} ${more}`);
}

// A browser: `send(method, parameters)` to the page, and what it said of its own accord.
class Browser {
  constructor() {
    const flags = ['--headless=new', '--no-sandbox', '--disable-gpu', '--remote-debugging-pipe', '--no-first-run'];
    const more = [
      '--disable-background-networking',
      '--window-size=1400,900',
      `--user-data-dir=${join(work, 'profile')}`,
    ];
    this.process = spawn('chromium', [...flags, ...more, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.answers = new Map();
    this.last = 0;
    this.problems = [];
    let text = '';
    this.process.stdio[4].setEncoding('utf8');
    this.process.stdio[4].on('data', (chunk) => {
      text += chunk;
      for (let end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0')) {
        this.receive(JSON.parse(text.slice(0, end)));
        text = text.slice(end + 1);
      }
    });
  }
  receive({ id, result, error, method, params }) {
    if (id) {
      const [good, bad] = this.answers.get(id);
      this.answers.delete(id);
      return error ? bad(new Error(error.message)) : good(result);
    }
    if (method === 'Runtime.exceptionThrown')
      this.problems.push(JSON.stringify(params.exceptionDetails).slice(0, 600));
    if (method === 'Runtime.consoleAPICalled' && ['error', 'warning', 'assert'].includes(params.type))
      this.problems.push(JSON.stringify(params.args).slice(0, 600));
    if (method === 'Log.entryAdded' && params.entry.level === 'error') this.problems.push(params.entry.text);
    if (method === 'Network.requestWillBeSent' && !/^(file|blob|data):/.test(params.request.url))
      this.problems.push(`asks for ${params.request.url}`);
  }
  send(method, params = {}, session = this.session) {
    const id = ++this.last;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId: session }) + '\0');
    return new Promise((good, bad) => this.answers.set(id, [good, bad]));
  }
  async start() {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    this.session = (await this.send('Target.attachToTarget', { targetId, flatten: true })).sessionId;
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await this.send(`${domain}.enable`);
  }
  async run(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`);
    return result.value;
  }
  async until(expression, seconds = 60) {
    for (const start = Date.now(); Date.now() - start < 1000 * seconds;) {
      if (await this.run(expression)) return true;
      await new Promise((then) => setTimeout(then, 20));
    }
    return false;
  }
  // Milliseconds until the page answers.
  async open(path) {
    const start = Date.now();
    await this.send('Page.navigate', { url: 'file://' + resolve(path) });
    await this.until(`document.readyState === 'complete' && document.querySelectorAll('#steps button').length > 0`);
    await this.run('new Promise((then) => requestAnimationFrame(() => setTimeout(then)))');
    return Date.now() - start;
  }
  async click(selector) {
    const at = await this.run(`(() => { const e = document.querySelector(${JSON.stringify(selector)});
      if (!e) return null; const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`);
    if (!at) return check(`there is ${selector}`, false);
    const mouse = (type, clickCount = 1) =>
      this.send('Input.dispatchMouseEvent', { type, x: at[0], y: at[1], button: 'left', buttons: 1, clickCount });
    await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: at[0], y: at[1] });
    await mouse('mousePressed');
    await mouse('mouseReleased');
    await this.run('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  }
  async type(text) {
    await this.run(`document.getElementById('search').focus()`);
    await this.run(`document.getElementById('search').select()`);
    await this.send('Input.insertText', { text });
    await new Promise((then) => setTimeout(then, 250));
  }
  async shot(name) {
    if (!shots) return;
    mkdirSync(shots, { recursive: true });
    const { data } = await this.send('Page.captureScreenshot', { format: 'png' });
    writeFileSync(join(shots, name + '.png'), Buffer.from(data, 'base64'));
  }
  count(selector) {
    return this.run(`document.querySelectorAll(${JSON.stringify(selector)}).length`);
  }
  text(selector) {
    return this.run(`document.querySelector(${JSON.stringify(selector)})?.textContent ?? ''`);
  }
  stop() {
    this.process.kill('SIGKILL');
  }
}

// Of the size and shape of Stable Diffusion's U-Net: 1,257 bindings, blocks with skips, projections that can be combined.
function unet() {
  const params = ['x: R.Tensor((2, 64, 64), "float32")', 't: R.Tensor((2, 64), "float32")'];
  const lines = [];
  let last = 'x';
  const skips = [];
  const add = (call) => {
    const name = `lv${lines.length}`;
    lines.push(`            ${name} = ${call}`);
    return name;
  };
  const weight = (shape) => {
    params.push(`w${params.length}: R.Tensor((${shape}), "float32")`);
    return `w${params.length - 1}`;
  };
  for (let block = 0; lines.length < 1220; ++block) {
    const from = last;
    const time = add(`R.matmul(t, ${weight('64, 64')})`);
    const n = add(`R.nn.silu(R.add(${from}, R.reshape(${time}, (2, 1, 64))))`);
    const [q, k, v] = ['q', 'k', 'v'].map(() =>
      add(`R.matmul(${n}, ${add(`R.permute_dims(${weight('64, 64')}, axes=[1, 0])`)})`),
    );
    const scores = add(`R.matmul(${q}, ${add(`R.permute_dims(${k}, axes=[0, 2, 1])`)})`);
    const mixed = add(`R.matmul(${add(`R.nn.softmax(${scores}, axis=-1)`)}, ${v})`);
    last = add(`R.add(${from}, ${mixed})`);
    if (block % 3 === 0) skips.push(last);
    if (block % 5 === 4) last = add(`R.add(${last}, ${skips.pop()})`);
  }
  while (lines.length < 1256) last = add(`R.multiply(${last}, R.const(0.5, "float32"))`);
  const out = `            out = R.add(${last}, x)\n            R.output(out)\n        return out\n`;
  return (
    '@I.ir_module\nclass UNet:\n    @R.function\n    def main(' +
    params.join(', ') +
    '):\n        R.func_attr({"num_input": 2})\n        with R.dataflow():\n' +
    lines.join('\n') +
    '\n' +
    out
  );
}

const kHostile = `# </script><script>window.broken = 1</script> <!-- \u2028
@I.ir_module
class Module:
    @R.function
    def main(x: R.Tensor((4,), "float32")):
        R.func_attr({"title": "</script><img src=x onerror='window.broken=1'><!--", "more": "@DATA@ & \\"quoted\\""})
        with R.dataflow():
            # "--></script><svg onload=window.broken=1>
            a = R.call_pure_packed("</script><img src=x onerror=window.broken=1>", x, sinfo_args=R.Tensor((4,), "float32"))
            b = R.add(a, a)
            R.output(b)
        return b
`;

function report(name, script, ...flags) {
  const page = join(work, name + '.html');
  execFileSync(hammock, ['report', ...flags, script, '-o', page], { stdio: ['ignore', 'ignore', 'inherit'] });
  return page;
}
function written(name, text) {
  writeFileSync(join(work, name), text);
  return join(work, name);
}

async function attention(browser) {
  const passes = '--passes=CombineParallelMatmul,DeadCodeElimination';
  await browser.open(
    report('attention', 'samples/attention.py', passes, '--run', '--fill=rand(normal,seed=7,std=0.1)'),
  );
  check('the overview has a row for each step', (await browser.count('main tbody tr')) === 3);
  check(
    'numbers agree',
    (await browser.text('main')).split('agrees').length === 3 && !(await browser.text('main')).includes('differs'),
  );
  await browser.shot('attention-overview');
  await browser.click('#steps button[data-page="1"]');
  check(
    'changed lines are marked',
    (await browser.count('.line.added')) > 0 && (await browser.count('.line.removed')) > 0,
  );
  await browser.shot('attention-text');
  await browser.click('#sides');
  check('side by side', (await browser.count('.half.added')) > 0);
  await browser.shot('attention-sides');
  await browser.click('#sides');
  await browser.type('softmax');
  check('the search finds a line', (await browser.text('#found')).startsWith('1 of '), await browser.text('#found'));
  await browser.click('[data-tab="graph"]');
  check('the graph is laid out', await browser.until(`document.body.dataset.graph === 'ready'`));
  check('the search goes on in the graph', (await browser.count('.box.hit')) === 1);
  check('what is new is marked', (await browser.count('.box.added')) > 0);
  await browser.shot('attention-graph');
  check(
    'hovering shows struct info',
    await browser.run(`(() => { const box = document.querySelector('.box.hit');
    box.dispatchEvent(new PointerEvent('pointerenter', { clientX: 300, clientY: 300 }));
    return document.getElementById('tip').textContent.includes('float32'); })()`),
  );
  await browser.click('.box.hit');
  check(
    'a click goes to the text',
    (await browser.text('.line.here')).includes('softmax'),
    await browser.text('.line.here'),
  );
  await browser.click('[data-tab="changes"]');
  check('an application has its reason', (await browser.text('main')).includes('CombineParallelMatmul'));
  check('and what it costs, before and after', /67\.1 M|50\.3 M/.test(await browser.text('main')), await browser.text('main'));
  await browser.shot('attention-changes');
  await browser.click('[data-tab="cost"]');
  check('costs of bindings', (await browser.text('main')).includes('matmul'));
  await browser.shot('attention-cost');
  await browser.click('[data-tab="run"]');
  check('times of kernels', (await browser.text('main')).includes('Kernels'));
  await browser.click('#theme');
  await browser.shot('attention-run-dark');
}

async function large(browser) {
  const page = report(
    'unet',
    written('unet.py', unet()),
    '--passes=CombineParallelMatmul,FoldConstant,DeadCodeElimination',
  );
  check('the file is below 5 MB', statSync(page).size < 5e6, statSync(page).size);
  const opened = await browser.open(page);
  check('it opens in 2 seconds', opened < 2000, `${opened} ms`);
  await browser.shot('unet-overview');
  await browser.click('#steps button[data-page="1"]');
  check('few of its lines are in the page', (await browser.count('.line')) < 200);
  await browser.type('softmax');
  check('the search counts', /^1 of \d+$/.test(await browser.text('#found')), await browser.text('#found'));
  await browser.shot('unet-text');
  await browser.click('[data-tab="graph"]');
  check('the graph is laid out', await browser.until(`document.body.dataset.graph === 'ready'`));
  await browser.shot('unet-graph');
  const heads = await browser.count('.head');
  check('there are sections', heads > 5, heads);
  await browser.click('[title="as wide as the page"]');
  await browser.click('.head');
  check('a function collapses', (await browser.count('.head')) === 1, await browser.count('.head'));
  await browser.click('.head');
  await browser.click('[title="collapse all sections"]');
  check('sections collapse', (await browser.count('.section')) <= 2);
  await browser.shot('unet-collapsed');
  await browser.type('silu');
  check('the search opens what it finds', (await browser.count('.box.current')) === 1);
  await browser.shot('unet-found-dark');
}

async function hostile(browser) {
  await browser.open(report('hostile', written('hostile.py', kHostile), '--passes=CanonicalizeBindings'));
  await browser.click('#steps button[data-page="0"]');
  check(
    'strings are text',
    (await browser.text('.text')).includes("</script><img src=x onerror='window.broken=1'><!--"),
  );
  await browser.click('[data-tab="graph"]');
  await browser.until(`document.body.dataset.graph === 'ready'`);
  check('labels are text', (await browser.text('.graph')).includes('</script><img'));
  check(
    'nothing of a script is run',
    await browser.run('window.broken === undefined && document.images.length === 0'),
  );
}

// A chain in which each step uses the parameter, too: a line from it to each of them takes dagre long.
async function chain(browser) {
  const lines = Array.from({ length: 60 }, (_, i) => `            lv${i} = R.add(${i ? `lv${i - 1}` : 'x'}, x)\n`);
  const head = '@R.function\ndef chain(x: R.Tensor((4,), "float32")):\n    with R.dataflow():\n';
  const text = head + lines.join('').replaceAll('            ', '        ') + '        R.output(lv59)\n    return lv59\n';
  await browser.open(report('chain', written('chain.py', text), '--passes=LegalizeOps', '--run', '--fill=ones'));
  check('a lone function is run behind each step', (await browser.text('main')).includes('agrees, equal'));
  const ready = `document.body.dataset.graph === 'ready'`;
  const start = Date.now();
  await browser.run(`show(0, 'graph')`);
  check('a value that is used everywhere is laid out', await browser.until(ready, 8), `${Date.now() - start} ms`);
  await browser.run(`show(0, 'text')`);
  await browser.run(`show(0, 'graph')`);
  check('a graph that was laid out is there again', await browser.until(ready, 2));
  await browser.run(`graph.goTo(0)`);
  const keys = ['ArrowDown', 'ArrowDown', 'ArrowRight'].map(
    (key) => `document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '${key}', bubbles: true }))`,
  );
  await browser.run(keys.join(';'));
  check('arrow keys go from box to box', (await browser.run(`document.activeElement.dataset.id`)) > 0);
  await browser.run(`show(0, 'text')`);
  for (const y of [0, 400, 100, 0]) {
    await browser.run(`view.element.scrollTop = ${y}`);
    await browser.run('new Promise((then) => requestAnimationFrame(() => requestAnimationFrame(then)))');
  }
  check(
    'rows are in the order of the text',
    await browser.run(`(() => { const tops = [...document.querySelectorAll('.line')].map((l) => parseInt(l.style.top));
      return tops.every((top, i) => i === 0 || top > tops[i - 1]); })()`),
  );
  await browser.run(`DataTransfer.prototype.setData = (_, text) => { window.copied = text; }`);
  await browser.click('.copy');
  check('the text is copied as a whole', await browser.run(`window.copied?.split('\\n').length > 60`));
  check(
    'amounts are rounded to a unit',
    (await browser.run(`[999999, 999, 999499].map((n) => amount(n)).join()`)) === '1.00 M,999,999 k',
  );
}

// For the person who measures: medians of several openings, cold of the graph.
async function measure(browser, path) {
  const opened = [];
  const drawn = [];
  for (let i = 0; i < 7; ++i) {
    opened.push(await browser.open(path));
    const last = (await browser.count('#steps button')) - 2;
    const start = Date.now();
    await browser.run(`show(${Math.min(1, last)}, 'graph')`);
    await browser.until(`document.body.dataset.graph === 'ready'`, 120);
    drawn.push(Date.now() - start);
    if (i === 0) await browser.shot('measured-graph');
  }
  const median = (all) => all.sort((a, b) => a - b)[all.length >> 1];
  console.log(
    `${path}: ${statSync(path).size} bytes, opens in ${median(opened)} ms, graph after ${median(drawn)} ms`,
  );
}

const browser = new Browser();
try {
  await browser.start();
  for (const test of given.length ? given.map((path) => (b) => measure(b, path)) : [attention, large, chain, hostile]) {
    await test(browser);
    check('the console is silent', browser.problems.length === 0, browser.problems.join('\n'));
    browser.problems = [];
  }
} finally {
  browser.stop();
  await new Promise((then) => browser.process.on('exit', then));
  rmSync(work, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
