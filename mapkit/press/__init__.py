"""Sheet -> bytes: svg, pdf, png, and pads of many sheets on a printer's paper."""
