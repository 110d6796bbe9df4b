// Beside the search's worker (publish/scripts.py): a word that begins none of the index gets the word
// that was probably meant beside it, one letter away; the one that most places have. Both are looked
// for, so a result still says that the first is missing.
const respelt = (query, index) => query.replace(/(?<!\w)[a-z]{5,}(?!\w)/gi, word => {
  const { TokenSet, stopWordFilter } = self.lunr;
  const among = wanted => index.tokenSet.intersect(wanted).toArray();
  const sought = word.toLowerCase();
  const known = !stopWordFilter(sought) || among(TokenSet.fromString(`${sought}*`)).length;
  if (known) return word;
  const places = found => Object.keys(index.invertedIndex[found].text).length;
  const [meant] = among(TokenSet.fromFuzzyString(sought, 1)).sort((one, other) => places(other) - places(one));
  return meant ? `${word} ${meant}` : word;
});
