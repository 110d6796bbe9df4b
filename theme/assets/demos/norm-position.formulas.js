// Demo C: the names of states and the formulas of every step.

import { spoken, tinted } from './draw.js';
import { BRANCHES } from './norm-position.model.js';

export const NAMES = { encoder: ['X', 'U', 'Y'], decoder: ['X', 'U', 'V', 'Y'] };
const JACOBIANS = { self: 'J_{A}', masked: 'J_{A}', cross: 'J_{C}', ffn: 'J_{F}' };

const called = (name, of) => (name === 'ffn' ? `FFN(${of})` : name === 'cross' ? `MHA(${of}, M)` : `MHA(${of})`);
const nabla = of => tinted('gradient', `∇_{${of}}L`);
const I = tinted('identity', 'I');

// The formulas of a block's three steps, as draw.js sets them: going forward, the Jacobian, and what
// the gradient is at the step's input.
export function formulas(order, kind, index) {
  const name = BRANCHES[kind][index];
  const [from, to] = NAMES[kind].slice(index, index + 2);
  const x = tinted('identity', from);
  const y = tinted('sum', to);
  const J = JACOBIANS[name];
  if (order === 'pre') {
    const branch = tinted('branch', called(name, `LN(${from})`));
    const whole = [I, ' + ', tinted('branch', `${J} J_{LN}`)];
    return [
      { forward: [tinted('branch', `LN(${from})`)], jacobian: [tinted('branch', 'J_{LN}')], back: [nabla(from), ' = (', ...whole, ')^{⊤} ', nabla(to)] },
      { forward: [branch], jacobian: [tinted('branch', J)], back: [tinted('branch', J.replace('_', '^{⊤}_')), ' ', nabla(to)] },
      { forward: [y, ' = ', x, ' + ', branch], jacobian: whole, back: [nabla(to)] },
    ];
  }
  const branch = tinted('branch', called(name, from));
  const inner = [I, ' + ', tinted('branch', J)];
  return [
    { forward: [branch], jacobian: [tinted('branch', J)], back: [nabla(from), ' = (', ...inner, ')^{⊤} J^{⊤}_{LN} ', nabla(to)] },
    { forward: [x, ' + ', branch], jacobian: inner, back: ['J^{⊤}_{LN} ', nabla(to)] },
    { forward: [y, ' = LN(', x, ' + ', branch, ')'], jacobian: ['J_{LN} (', ...inner, ')'], back: ['J^{⊤}_{LN} ', nabla(to)] },
  ];
}

export const plainText = parts => spoken(parts.map(part => part.text ?? part).join(''));
