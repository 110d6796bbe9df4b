// The commands that formulas on this site may use beyond LaTeX's own:
// roles (colour), \claim{NAME}{LITERAL}, \cited{key}{…} and \notation{reason}{…}.

const NAME = /^[A-Za-z]\w*(\.[A-Za-z]\w*|\[-?\w+\])*$/;

/** A macro that sees its two arguments as they were written. */
function withArguments(katex, use) {
  return (context) => {
    const [first, second] = [context.consumeArg(), context.consumeArg()];
    const fail = (message) => {
      throw new katex.ParseError(message, first.start);
    };
    if (first.start.text !== '{' || second.start.text !== '{') fail('both arguments need braces');
    return { tokens: use(written(first), second, fail), numArgs: 0 };
  };
}

/** Source text of an argument, without the braces around it. Tokens come last first. */
function written({ tokens }) {
  if (tokens.length === 0) return '';
  const from = tokens.at(-1).loc;
  return from.lexer.input.slice(from.start, tokens[0].loc.end);
}

/** Tokens (last first) of \htmlData{data}{argument}. */
function tagged(data, argument) {
  const token = (text) => argument.start.range(argument.end, text);
  const plain = (texts) => texts.map(token).reverse();
  return [...plain(['}']), ...argument.tokens, ...plain(['\\htmlData', '{', ...data, '}', '{'])];
}

/** Whether `&` or `\\` stands outside every environment, so that the argument ends mid-cell. */
function crossesCells({ tokens }) {
  let inside = 0;
  for (const { text } of [...tokens].reverse()) {
    if (text === '\\begin') inside += 1;
    if (text === '\\end') inside -= 1;
    if (inside === 0 && (text === '&' || text === '\\\\')) return true;
  }
  return false;
}

function checkClaim(name, argument, fail) {
  if (/[,&]/.test(name)) fail(`claim name "${name}" holds "," or "&": one claim names one value`);
  if (!NAME.test(name)) {
    fail(`"${name}" is no claim name: write stem.name, then .attr or [0], without spaces`);
  }
  if (argument.tokens.some(({ text }) => text === '\\claim')) {
    fail(`claim ${name} holds another claim: claim the matrix or its entries, not both`);
  }
  if (crossesCells(argument)) {
    fail(`claim ${name} reaches over several cells: put the whole matrix inside the claim`);
  }
}

function checkException(command, reason, argument, fail) {
  if (reason.trim() === '') fail(`${command} needs a reason in its first braces`);
  if (crossesCells(argument)) {
    fail(`${command} must hold the whole formula: put the aligned environment inside it`);
  }
}

/**
 * Macros for one formula (`katex` is the library; `roles` the contents of docs/macros.json), and
 * the claims and exceptions they meet while KaTeX reads it. In KaTeX's tree and HTML they carry
 * data-claim and data-at, or data-exception: the place in these lists.
 */
export function formulaMacros(katex, roles) {
  const claims = [];
  const exceptions = [];
  const exception = (kind) => withArguments(katex, (reason, argument, fail) => {
    checkException(`\\${kind}`, reason, argument, fail);
    exceptions.push({ kind, reason: reason.trim() });
    return tagged([...`exception=${exceptions.length - 1}`], argument);
  });
  const macros = {
    ...roles,
    '\\claim': withArguments(katex, (name, argument, fail) => {
      checkClaim(name, argument, fail);
      claims.push({ name, tex: written(argument), start: argument.start.loc.start });
      return tagged([...`claim=${name},at=${claims.length - 1}`], argument);
    }),
    '\\cited': exception('cited'),
    '\\notation': exception('notation'),
    '\u2212': (context) => {
      throw new katex.ParseError('"\u2212" is no ASCII minus: write -', context.future());
    },
  };
  return { macros, claims, exceptions };
}

/** KaTeX's `strict`: data attributes are ours, all else it warns of is an error that says how to mend it. */
export function strictness(katex) {
  return (code, message, token) => {
    if (code === 'htmlExtension') return 'ignore';
    if (code === 'unicodeTextInMathMode') {
      throw new katex.ParseError(
        `"${token.text}" cannot stand in a formula: digits, signs and punctuation are ASCII, `
        + 'words go into \\text{…}', token);
    }
    if (code === 'commentAtEnd') {
      throw new katex.ParseError('% begins a comment in LaTeX: write \\%', token);
    }
    throw new katex.ParseError(message, token);
  };
}
