// Which blocks of a page stand on which slide. Pure: measures in, indices out.
//
// Each block is { kind, joins, top, bottom }: `kind` is heading, own (a figure or demo, which gets a
// slide of its own) or text; one that `joins` stays with the block before it (a caption, an output);
// top and bottom are where it lies when all blocks stand below one another, in px.
//
// A slide is { heads, blocks }: it begins with its headings. Where a section needs several slides,
// each repeats its last heading. A block that is taller than the room has a slide alone and scrolls.

export function split(blocks, room) {
  const slides = [];
  let slide = { heads: [], blocks: [] };
  let full = false; // with a block that wants no other beside it

  function turn(heads) {
    if (slide.heads.length || slide.blocks.length) slides.push(slide);
    slide = { heads, blocks: [] };
    full = false;
  }

  for (const unit of units(blocks)) {
    const { kind } = blocks[unit[0]];
    const begun = slide.blocks.length > 0;
    if (kind === 'heading') {
      if (begun) turn([]);
      slide.heads.push(...unit);
    } else {
      if (begun && (full || kind === 'own' || height(blocks, slide, unit) > room)) turn(slide.heads.slice(-1));
      slide.blocks.push(...unit);
      full = kind === 'own';
    }
  }
  turn([]);
  return slides;
}

// Blocks that stay together.
function units(blocks) {
  const found = [];
  blocks.forEach(({ kind, joins }, index) => {
    const before = found.at(-1);
    if (joins && before && kind !== 'heading' && blocks[before[0]].kind !== 'heading') before.push(index);
    else found.push([index]);
  });
  return found;
}

function height(blocks, slide, unit) {
  const heads = slide.heads.reduce((sum, head) => sum + blocks[head].bottom - blocks[head].top, 0);
  return heads + blocks[unit.at(-1)].bottom - blocks[slide.blocks[0]].top;
}
