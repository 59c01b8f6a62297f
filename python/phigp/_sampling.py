"""Draws from the posterior of a fitted estimator."""

from __future__ import annotations

import json
import os
import tempfile
from typing import Any

from phigp import _core
from phigp._checks import require_fitted, whole
from phigp._progress import Progress
from phigp._settings import settings_of
from phigp.draws import Draws
from phigp.errors import NumericalError
from phigp.likelihoods import Likelihood


class Sampling:
    """What an estimator that can be sampled from has: `sample`."""

    model_: _core.Model
    likelihood_: Likelihood
    progress: Any
    draws_: Draws
    _fitted_with: dict[str, str]
    _table: Any  # these two are methods of the estimator
    _threads: Any

    def sample(
        self,
        at: Any = None,
        *,
        chains: int = 4,
        draws: int = 1000,
        warm_up: int = 200,
        thin: int = 1,
        hyperparameters: bool = False,
        targets: bool = False,
        prior: Any = None,
        seed: int = 0,
        path: str | os.PathLike[str] | None = None,
    ) -> Draws:
        """Draws from the posterior by the exact Gibbs sampler.

        Parameters
        ----------
        at : array or data frame, optional
            New rows, at which f and y are drawn too.
        chains, draws, warm_up, thin : int
            How many chains, and draws of each: kept, thrown away first, made for each that is kept.
        hyperparameters : bool
            Also draw the parameters of kernel, mean and likelihood, instead of keeping those of the
            fit. `prior` is as the keyword, whose value it replaces; default ones are centred on
            where learning started.
        targets : bool
            Also draw y at the training rows.
        path : path, optional
            The safetensors file to write, as `phigp sample` does; default: none is kept.

        Returns
        -------
        Draws
            Ctrl-C keeps the draws made so far, in `draws_`, and raises KeyboardInterrupt. An error
            leaves them there too or, with `path`, in that file.

        """
        require_fitted(self)
        chains, draws = whole(chains, "chains", 1), whole(draws, "draws", 1)
        warm_up, thin, seed = whole(warm_up, "warm_up"), whole(thin, "thin", 1), whole(seed, "seed")
        table = None if at is None else self._table(at)
        priors = settings_of({"prior": prior}).get("prior", "")
        model = (self.model_, self.likelihood_)
        with tempfile.TemporaryDirectory() as folder, Progress(self.progress) as callback:
            file = os.path.join(folder, "draws.safetensors") if path is None else os.fspath(path)
            try:
                report, text, stopped_by = _core.sample(
                    self.model_,
                    file,
                    table,
                    chains,
                    warm_up,
                    draws,
                    thin,
                    hyperparameters,
                    targets,
                    self._fitted_with,
                    priors,
                    seed,
                    self._threads(),
                    callback,
                )
            except Exception as error:
                # What was drawn before is in the file of the caller; ours goes, draws_ stays.
                if path is None and os.path.exists(file):
                    self.draws_ = Draws(file, {"stop": "failed"}, "draws before an error", model)
                if path is None and isinstance(error, NumericalError):
                    words = (error.message, error.name, error.value, error.rule)
                    raise NumericalError(*(one.replace(file, "draws_") for one in words)) from None
                raise
            self.draws_ = Draws(file, json.loads(report), text, model)
        if stopped_by is not None:
            raise stopped_by
        return self.draws_
