import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Unbroken } from '../src/i18n/Unbroken';

it('keeps dates and amounts whole and the text as it was', () => {
  const text = '已记到记账本：¥128.60、吃饭、11月20日周五。午饭650大卡';
  const { container } = render(<p><Unbroken text={text} /></p>);
  expect(container.textContent).toBe(text);
  expect([...container.querySelectorAll('.whole')].map((part) => part.textContent)).toEqual(['¥128.60', '11月20日周五', '650大卡']);
});

it('leaves scripts with spaces alone', () => {
  const { container } = render(<p><Unbroken text="Logged 650 kcal on Nov 20." /></p>);
  expect(container.querySelector('.whole')).toBeNull();
});
