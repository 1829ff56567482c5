import { memo, type FC } from 'react';
import { Panel } from '@/components/Panel';

type Props<T> = {
  items: T[];
  render: (item: T) => JSX.Element;
};

/** A view. */
export const View: FC<Props<string>> = ({ items, render }) => {
  const onClose = () => {
    close();
  };
  return (
    <Panel onClose={onClose}>
      {items.map((item) => render(item))}
    </Panel>
  );
};

export const Generic = <T,>({ items, render }: Props<T>) => <>{items.map(render)}</>;

export const Memo = memo(function Memo(
  props: Props<number>,
) {
  const inner = () => {
    return 1;
  };
  return <Ns.Item value={inner()} />;
});

export default class Screen extends Component<Props<string>, { open: boolean }> {
  state = { open: false };
  private toggle = () => {
    this.setState({ open: true });
  };
  render() {
    return <View items={[]} render={() => <b />} />;
  }
}
