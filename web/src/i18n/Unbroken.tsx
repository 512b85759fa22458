/**
 * Text whose dates and amounts stay on one line. Chinese, Japanese and Korean break between any two signs, also inside
 * '11月20日'; no property of style sheets says 'not there'.
 */
import { Fragment } from 'react';

const WHOLE = /((?:\d{4}[年년]\s?)?\d{1,2}[月월]\s?\d{1,2}[日일](?:\s?[(（][^)）]{1,2}[)）]|周.)?|[¥￥₩]?\d[\d,.]*\s?(?:kcal|kg|km|g|千卡|大卡|公里|分钟|元|円|分|원)?)/;

export function Unbroken({ text }: { text: string }) {
  if (!/[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/.test(text)) return text;
  return text.split(WHOLE).map((part, at) => (at % 2 ? <span key={at} className="whole">{part}</span> : <Fragment key={at}>{part}</Fragment>));
}
