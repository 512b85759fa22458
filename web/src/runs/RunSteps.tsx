/** What a run did, step by step: the tool, what it was about, and what came of it, folded. */
import type { Run, RunStep } from '../api/runs';
import { useText, type Text } from '../i18n/text';
import { Icon, type IconName } from '../ui/Icon';
import { Thinking } from '../chat/Thinking';

const ICONS: Record<string, IconName> = {
  read: 'search', write: 'edit', edit: 'edit', glob: 'list', grep: 'search', note: 'memory', python: 'cpu', javascript: 'cpu', shell: 'cpu', git: 'history',
  git_commit: 'history', todo: 'checklist', fetch: 'globe', preview: 'picture', page: 'globe', home: 'apps', home_change: 'apps', app_spec: 'apps', app_change: 'apps', memory: 'memory',
  remember: 'memory', forget: 'memory', delegate: 'reply',
};

/** What a step is called. */
function named(step: RunStep, steps: readonly RunStep[], t: Text): string {
  if (step.kind === 'answer') {
    const always = step.text === 'yes' && step.tool;
    return t(always ? 'run-said-always' : step.text === 'yes' ? 'run-said-yes' : 'run-said-no');
  }
  if (step.kind === 'question') return t('run-step-question');
  if (step.kind === 'summary') return t('run-step-summary');
  if (step.kind === 'told') return t('run-step-told');
  return step.label || step.tool || steps[step.number]?.text || '';
}

const iconOf = (step: RunStep): IconName =>
  step.kind === 'tool' ? (ICONS[step.tool] ?? 'tool') : step.kind === 'model' ? 'chat' : step.kind === 'summary' ? 'list' : 'info';

export function RunSteps({ run }: { run: Run }) {
  const t = useText();
  const shown = run.steps.filter((step) => (step.kind !== 'model' || step.text) && step.text !== run.result);
  return (
    <section className="run-part" aria-label={t('run-steps')}>
      <h2>{t('run-steps')} <span className="muted small num">{t('run-count', { count: run.count })}</span></h2>
      <ol className="run-steps">
        {shown.map((step) => <Step key={step.number} step={step} name={named(step, run.steps, t)} />)}
        {run.state === 'going' && <Now run={run} />}
      </ol>
    </section>
  );
}

function Step({ step, name }: { step: RunStep; name: string }) {
  const t = useText();
  if (step.kind === 'model') return <li className="run-step"><span className="step-icon"><Icon name="chat" size={18} /></span><p className="run-words">{step.text}</p></li>;
  const body = ['tool', 'summary', 'told'].includes(step.kind) ? step.text : step.question?.text;
  const head = (
    <>
      <span className="run-name">{name}</span>
      {step.target && <span className="run-target truncate">{step.target}</span>}
      {step.failed && <span className="op deleted">{t('run-step-failed')}</span>}
      {step.data && <span className="op added">{t('run-step-data')}</span>}
      {step.outside && <span className="op">{t('run-step-outside')}</span>}
    </>
  );
  return (
    <li className="run-step">
      <span className="step-icon"><Icon name={iconOf(step)} size={18} /></span>
      {body ? <details><summary>{head}</summary><pre className="run-result" tabIndex={0}>{body}</pre></details> : <p className="run-line">{head}</p>}
    </li>
  );
}

/** What is being done right now, by the run and its helpers. */
export function Now({ run }: { run: Run }) {
  const t = useText();
  return (
    <li className="run-step now" aria-current="step">
      <span className="step-icon"><Thinking /></span>
      <div>
        <p className="run-line" role="status">
          <span className="run-name">{run.now ? run.now.label : t('run-thinks')}</span>
          {run.now?.target && <span className="run-target truncate">{run.now.target}</span>}
        </p>
        {run.helpers.map((helper, n) => (
          <p key={n} className="run-line small muted">{t('run-helper', { name: helper.agent })}{helper.now && ` · ${helper.now.label} ${helper.now.target}`}</p>
        ))}
      </div>
    </li>
  );
}
