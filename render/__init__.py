"""HTML in, HTML out: formulas, verified marks, code bars, generated blocks, sitemaps."""
