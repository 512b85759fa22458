/** `react/jsx-runtime` of the import map: what JSX becomes. */
import * as runtime from 'react/jsx-runtime';

export const { Fragment, jsx, jsxs } = runtime;
