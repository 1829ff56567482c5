import React, { useState } from 'react';
import Button from './Button';

/** Shows a list. */
export function List({ items }) {
  const [open, setOpen] = useState(false);
  const toggle = () => {
    setOpen(!open);
  };
  return (
    <div className="list">
      {items.map((item) => (
        <Item.Row key={item.id} onClick={() => toggle()} />
      ))}
      <Button onClick={toggle}>Open</Button>
    </div>
  );
}

export const Row = React.memo(({ id }) => {
  const onClick = () => {
    console.log(id);
  };
  return <li onClick={onClick}>{id}</li>;
});

const Icon = () => (
  <svg>
    <path d="M0 0" />
  </svg>
);

export default List;
