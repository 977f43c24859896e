/** Where the boxes of a long strip lie round the edge of a sheet, clockwise from the top left, as columns and rows of a grid. */
export function edgeCell(index: number, count: number): { column: number; row: number; columns: number; rows: number } {
  const columns = Math.max(3, Math.ceil((count + 2) / 3));
  const bottom = columns;
  const top = columns - 1;
  const side = Math.max(1, Math.ceil((count - top - bottom) / 2));
  const rows = side + 2;
  if (index < top) return { column: index + 1, row: 1, columns, rows };
  if (index < top + side) return { column: columns, row: index - top + 2, columns, rows };
  if (index < top + side + bottom) return { column: columns - (index - top - side), row: rows, columns, rows };
  return { column: 1, row: rows - 1 - (index - top - side - bottom), columns, rows };
}
