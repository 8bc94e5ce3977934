import { Join } from './join.jsx';

export default function Page() {
  return (
    <main>
      <Join />
    </main>
  );
}
