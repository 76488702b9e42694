interface ListProps<T> {
  items: T[];
  render: (item: T) => JSX.Element;
}

export const List = <T,>({ items, render }: ListProps<T>): JSX.Element => (
  <ul>
    {items.map((item) => (
      <Item key={keyOf(item)}>{render(item)}</Item>
    ))}
  </ul>
);
