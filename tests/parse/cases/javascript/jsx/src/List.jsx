import { Item } from './Item';

/** A list. */
export const List = ({ items }) => (
  <section>
    {items.map((item) => <Item key={item.id} {...item} />)}
    <Panel.Footer onClick={() => close()} />
  </section>
);

export const Fast = React.memo(function Fast(props) {
  return <List items={props.items} />;
});
