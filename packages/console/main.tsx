import { render } from 'preact';
import { App } from './app.tsx';
import { followLinks } from './navigation.ts';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/pages.css';

followLinks();
render(<App />, document.getElementById('app')!);
