import type { ComponentChildren } from 'preact';

export interface Column {
  title: string;
  isNumber?: boolean;
}

/**
 * A table that becomes a list of cards if it is too wide. The `role` attributes are needed for screen readers, because
 * browsers ignore the meaning of a table with another CSS layout.
 */
export function Table({
  caption,
  columns,
  children,
}: {
  caption: string;
  columns: readonly Column[];
  children: ComponentChildren;
}) {
  return (
    <table role="table" class="table">
      <caption class="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ title, isNumber }) => (
            <th key={title} role="columnheader" scope="col" class={isNumber === true ? 'number' : ''}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">{children}</tbody>
    </table>
  );
}

export function Row({ children, ...rest }: { children: ComponentChildren; class?: string }) {
  return (
    <tr role="row" {...rest}>
      {children}
    </tr>
  );
}

interface CellProps {
  /** The column's title, which is shown beside the value where the table is a list of cards. */
  title: string;
  isNumber?: boolean;
  /** True for the cell that names the row. This cell needs no title. */
  isHeading?: boolean;
  children: ComponentChildren;
}

export function Cell({ title, isNumber = false, isHeading = false, children }: CellProps) {
  return (
    <td role="cell" data-title={title} class={isNumber ? 'number' : isHeading ? 'row-heading' : ''}>
      <div>{children}</div>
    </td>
  );
}
