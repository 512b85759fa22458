"""Take the README's pictures from the running program: `python tools/pictures.py` (needs Chromium)."""

import datetime as dt
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parents[1]
OUT = ROOT / "docs" / "pictures"
COMMAND = Path(sys.executable).with_name("calisson")
TALKS = {
    "en": ["I'd like to keep track of what I eat, with calories and protein", "oatmeal with blueberries for breakfast, 380 kcal and 12 g protein",
           "yesterday chicken curry for dinner, 720 kcal and 41 g protein", "tuna sandwich for lunch, 450 kcal, 28 g protein", "how many calories this week?"],
    "de": ["Haushaltsbuch bitte! Betrag, Kategorie, Datum, Bemerkung", "Wocheneinkauf bei Rewe heute 87,43 €, Kategorie Lebensmittel",
           "gestern Kino 14,50 €, Kategorie Freizeit", "Wie viel habe ich diese Woche ausgegeben?"],
    "ja": ["食事を記録するアプリ作ってほしい。カロリーとタンパク質", "お昼に親子丼、720kcal、タンパク質35g", "昨日の夜は鮭定食で680kcal、タンパク質40g", "今週は全部で何キロカロリー食べた？"],
    "zh": ["我想记账，金额、分类、备注就行", "今天打车花了三十五块五，分类交通", "昨天超市买菜128.6元，分类吃饭", "这周一共花了多少"],
    "ko": ["가계부 만들어줘. 금액, 카테고리, 결제수단, 메모", "오늘 점심 만이천원 카드로 결제, 카테고리는 식비", "어제 택시비 8,700원 현금, 카테고리 교통비", "식비 합계는?"],
}  # fmt: skip
SHOTS = [("wide", 1440, 900, 1), ("phone", 390, 844, 2)]


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    languages = sys.argv[1:] or list(TALKS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"),
            args=["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
        )
        for language in languages:
            with tempfile.TemporaryDirectory() as home:
                now = dt.datetime.now().replace(microsecond=0)
                for n, text in enumerate(TALKS[language]):
                    at = now - dt.timedelta(minutes=20 - 4 * n)
                    subprocess.run(
                        [COMMAND, "say", text, "--data", home, "--at", at.isoformat(), "--tz", "UTC"],
                        check=True,
                        stdout=subprocess.DEVNULL,
                    )
                server = subprocess.Popen(
                    [COMMAND, "serve", "--no-open", "--port", "8499", "--data", home],
                    stderr=subprocess.PIPE,
                    text=True,
                )
                link = ""
                while not link:
                    found = re.search(r"http://\S+token=\S+", server.stderr.readline())
                    link = found[0] if found else ""
                for scheme in ("light", "dark"):
                    for name, width, height, scale in SHOTS:
                        context = browser.new_context(
                            locale=language,
                            viewport={"width": width, "height": height},
                            device_scale_factor=scale,
                            color_scheme=scheme,
                            reduced_motion="reduce",
                        )
                        page = context.new_page()
                        for _ in range(50):
                            try:
                                page.goto(link)
                                break
                            except Exception:
                                page.wait_for_timeout(100)
                        if "login" in page.url or page.locator("form.login").count():
                            page.context.add_cookies(cookies)
                            page.goto(link.split("/api")[0])
                        cookies = context.cookies()
                        page.wait_for_timeout(700)
                        if name == "wide":
                            page.locator(".shelf-app").first.click()
                            page.wait_for_timeout(900)
                        suffix = "" if scheme == "light" else "-dark"
                        page.screenshot(path=OUT / f"{name}-{language}{suffix}.png")
                        if name == "phone" and scheme == "light":
                            page.locator(".app-card").first.click()
                            page.wait_for_timeout(700)
                            page.screenshot(path=OUT / f"{name}-{language}-app.png")
                        context.close()
                server.terminate()
                server.wait()
        browser.close()


main()
